import { createReadStream } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import type { Command } from "commander";
import { Option } from "commander";
import type {
  BookmarkFormat,
  ColumnCount,
  ImportOptions,
  ImportReport,
  ReadEntry,
  Remarks,
} from "../../../client/moving/index.ts";
import {
  ArchiveFile,
  BOOKMARK_FORMATS,
  fileText,
  importBookmarks,
  readBookmarks,
  UnreadableCharset,
} from "../../../client/moving/index.ts";
import { providerNames } from "../../../lambdas/slides/provider-names.ts";
import type { Cli } from "../cli.ts";
import { CliError } from "../cli-error.ts";
import { table } from "../table.ts";
import { progressBar } from "./progress-bar.ts";

interface Options {
  readonly format: BookmarkFormat | "auto";
  readonly dryRun?: true;
  readonly slides?: true;
}

/** `magpie bookmark import`: saves the bookmarks of a file, once even if the file is imported several times. */
export function addBookmarkImport(bookmark: Command, cli: Cli): void {
  bookmark
    .command("import")
    .description("save the bookmarks of a file; a repeated run continues and saves none twice")
    .argument("<file>", "the export of a browser or a service for bookmarks, or a list of addresses")
    .addOption(
      new Option("--format <format>", "the file's format").choices([...BOOKMARK_FORMATS, "auto"]).default("auto"),
    )
    .option("--dry-run", "only read the file, and say what would be saved")
    .option("--slides", `save decks of ${providerNames("en")} as stocks`)
    .action((file: string, options: Options) => importFile(cli, file, options));
}

async function importFile(cli: Cli, file: string, { format, dryRun, slides }: Options): Promise<void> {
  await refuseUnreadable(file);
  const entries = () =>
    readBookmarks(
      fileText(() => createReadStream(file)),
      format,
    );
  // The first pass sends nothing: it counts the entries for the progress, and detects a file of another kind before
  // anything is saved.
  const now = cli.clock.now();
  const checked = await importBookmarks(null, entries(), { now }).catch((error: unknown) => {
    const isKnown = error instanceof UnreadableCharset || error instanceof ArchiveFile;
    throw isKnown ? new CliError(`${file}: ${error.message}.`) : error;
  });
  if (checked.created === 0 && checked.refused.count < 2) {
    throw new CliError(`${file} has no bookmarks${reasonIn(checked)}. Is its format right (--format)?`);
  }
  const report = dryRun
    ? checked
    : await sendEntries(cli, entries(), checked.entries, { slides: slides ?? false, now });
  cli.print({ dry_run: dryRun ?? false, ...fieldsOf(report) }, text(report, dryRun ?? false));
}

/** @throws CliError for a path that is not a file or may not be read */
async function refuseUnreadable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK);
    if ((await stat(file)).isFile()) return;
  } catch (error) {
    throw new CliError(`${file} can't be read: ${(error as Error).message}.`);
  }
  throw new CliError(`${file} is not a file.`);
}

function reasonIn({ refused }: ImportReport): string {
  const [first] = refused.first;
  return first === undefined ? "" : `: line ${first.line}: ${first.reason.replace(/\.$/, "")}`;
}

/** Sends the entries. @throws the error that ended it, after the counts so far have been shown */
async function sendEntries(
  cli: Cli,
  entries: AsyncIterable<ReadEntry>,
  total: number,
  options: ImportOptions,
): Promise<ImportReport> {
  const client = await cli.client();
  const bar = progressBar(cli, "entries", total);
  let latest: ImportReport | undefined;
  try {
    return await importBookmarks(client, entries, {
      ...options,
      onProgress(report) {
        latest = report;
        bar.update(report.entries);
      },
      onRetry: ({ waitMs }) => bar.pause(waitMs),
    });
  } catch (error) {
    bar.end();
    const soFar = latest === undefined ? "nothing is saved" : counts(latest, false);
    cli.progress(
      `Ended after ${latest?.entries ?? 0} of ${total} entries: ${soFar}. Run the same command to continue.`,
    );
    throw error;
  } finally {
    bar.end();
  }
}

/** The report for programs: the first remarks, and the number of remarks for each code. */
function fieldsOf({ entries, created, existing, merged, stocks, refused, leftOut, ...rest }: ImportReport) {
  const columns = rest.columns.map(({ name, read, notRead }) => ({ name, read, not_read: notRead }));
  return {
    entries,
    created,
    existing,
    merged,
    stocks,
    refused: refused.first,
    left_out: leftOut.first,
    columns,
    refused_counts: refused.counts,
    left_out_counts: leftOut.counts,
    dates_without_zone: rest.withoutZone,
  };
}

function text(report: ImportReport, dryRun: boolean): string {
  const { refused, leftOut, withoutZone } = report;
  return [
    `${counts(report, dryRun)}.`,
    ...columnLines("Columns read", report.columns, ({ read }) => read),
    ...columnLines("Columns not read", report.columns, ({ notRead }) => notRead),
    ...(withoutZone === 0 ? [] : [`Dates without a time zone, read as UTC: ${number(withoutZone)}.`]),
    ...remarkLines("refused", refused),
    ...remarkLines("left out", leftOut),
  ].join("\n");
}

function counts({ created, existing, merged, stocks, refused }: ImportReport, dryRun: boolean): string {
  const others = merged === 0 ? "" : `, ${number(merged)} more of the same pages merged with them`;
  if (dryRun) return `${number(created)} to save, ${number(refused.count)} refused${others}; nothing was sent`;
  const decks = stocks === 0 ? "" : ` (${number(stocks)} of them stocks)`;
  return `${number(created)} new, ${number(existing)} already saved${decks}, ${number(refused.count)} refused${others}`;
}

/** The columns that have such values, each with their number; they are fields in JSON, and attributes in HTML. */
function columnLines(title: string, columns: readonly ColumnCount[], of: (count: ColumnCount) => number) {
  const named = columns.filter((column) => of(column) > 0);
  const told = named.map((column) => `${column.name || "(without a name)"} ${number(of(column))}`);
  return told.length === 0 ? [] : [`${title}: ${told.join(", ")}.`];
}

const number = (count: number): string => count.toLocaleString("en");

/** The first remarks as a table, and the number of the others. */
function remarkLines(title: string, { count, counts: ofCodes, first }: Remarks): readonly string[] {
  if (count === 0) return [];
  const shown = table(["line", [title, "reason"], ["url", ({ url }) => url || null]], first);
  if (count === first.length) return [shown];
  const codes = Object.entries(ofCodes).map(([code, all]) => `${code} ${number(all)}`);
  return [shown, `and ${number(count - first.length)} more. All that is ${title}: ${codes.join(", ")}.`];
}
