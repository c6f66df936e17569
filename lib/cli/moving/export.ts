import type { FileHandle } from "node:fs/promises";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { Option } from "commander";
import type { MagpieClient } from "../../../client/magpie-client.ts";
import type { BookFormat, BookmarkFormat } from "../../../client/moving/index.ts";
import { BOOK_FORMATS, BOOKMARK_FORMATS, exportBookmarks, exportBooks } from "../../../client/moving/index.ts";
import type { Cli } from "../cli.ts";
import { CliError } from "../cli-error.ts";
import { progressBar } from "./progress-bar.ts";
import { madeFolder, requireFormatOfTexts, WITH_CONTENT, withTexts } from "./with-texts.ts";

export function addBookmarkExport(bookmark: Command, cli: Cli): void {
  const source: Source<BookmarkFormat> = (client, format, seen) =>
    exportBookmarks(countItems(client.bookmarks.all(), seen), format);
  exportCommand(bookmark, BOOKMARK_FORMATS)
    .description("write all bookmarks to a file: html is what browsers and other services read")
    .option(...WITH_CONTENT)
    .action((options: ExportOptions<BookmarkFormat> & { withContent?: true }, command: Command) =>
      options.withContent === undefined
        ? writeExport(cli, "bookmarks", options, source)
        : exportWithTexts(cli, options, command),
    );
}

/** Writes bookmarks with their texts: json to a file, html to a folder. */
async function exportWithTexts(cli: Cli, { format, out }: ExportOptions<BookmarkFormat>, command: Command) {
  requireFormatOfTexts(command, format);
  if (format === "html" && out === undefined)
    command.error("error: html with texts needs --out, the folder that is made", { exitCode: 2 });
  const folder = format === "html" && out !== undefined ? madeFolder(out) : "";
  const source: Source<BookmarkFormat> = ({ bookmarks }, _format, seen) =>
    exportBookmarks(withTexts(countItems(bookmarks.all(), seen), bookmarks.content, { format, folder }), format);
  const file = folder === "" ? out : join(folder, "bookmarks.html");
  await writeExport(cli, "bookmarks", { format, ...(file !== undefined && { out: file }) }, source);
}

export function addBookExport(book: Command, cli: Cli): void {
  const source: Source<BookFormat> = (client, format, seen) =>
    exportBooks(countItems(client.books.all(), seen), format);
  exportCommand(book, BOOK_FORMATS)
    .description("write all books to a file")
    .action((options) => writeExport(cli, "books", options, source));
}

interface ExportOptions<F> {
  readonly format: F;
  readonly out?: string;
}

/** The text of all items in a format; `seen` is called with the number of items so far. */
type Source<F> = (client: MagpieClient, format: F, seen: (items: number) => void) => AsyncIterable<string>;

function exportCommand(noun: Command, formats: readonly string[]): Command {
  return noun
    .command("export")
    .addOption(new Option("--format <format>", "the file's format").choices(formats).makeOptionMandatory())
    .option("--out <file>", "the file; without it, standard output");
}

async function writeExport<F>(
  cli: Cli,
  plural: string,
  { format, out }: ExportOptions<F>,
  source: Source<F>,
): Promise<void> {
  const client = await cli.client();
  const bar = progressBar(cli, plural);
  let items = 0;
  const text = source(client, format, (seen) => {
    items = seen;
    bar.update(items);
  });
  try {
    if (out === undefined) {
      for await (const part of text) await cli.write(part);
      return;
    }
    await writeWhole(out, text);
  } finally {
    bar.end();
  }
  cli.print({ file: out, [plural]: items }, `${items.toLocaleString("en")} ${plural} written to ${out}.`);
}

/** Items unchanged, counted as they pass. */
export async function* countItems<T>(
  items: AsyncIterable<T>,
  seen: (items: number) => void,
): AsyncGenerator<T, void, undefined> {
  let count = 0;
  for await (const item of items) {
    count += 1;
    seen(count);
    yield item;
  }
}

/**
 * Writes a file that appears when it is complete: an export that fails leaves the previous file.
 *
 * @throws CliError if the file can't be written, and what the text throws
 */
export async function writeWhole(file: string, text: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`;
  try {
    const handle = await open(part, "w");
    await writeAll(handle, text).finally(() => handle.close());
    await rename(part, file);
  } catch (error) {
    // What could not be opened may not be there to be removed.
    await rm(part, { force: true }).catch(() => undefined);
    throw isOfSystem(error) ? new CliError(`${file} can't be written: ${error.message}.`, { cause: error }) : error;
  }
}

/** Whether an error is of a call of the system, such as one on a full disk. */
function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

/** The approximate size of one write, in code units. */
const BLOCK = 65_536;

async function writeAll(handle: FileHandle, text: AsyncIterable<string>): Promise<void> {
  let block = "";
  for await (const part of text) {
    block += part;
    if (block.length < BLOCK) continue;
    await handle.writeFile(block);
    block = "";
  }
  await handle.writeFile(block);
  await handle.sync();
}
