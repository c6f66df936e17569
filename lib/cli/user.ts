import { join } from "node:path";
import type { Command } from "commander";
import { Option } from "commander";
import type { BookmarkFormat } from "../../client/moving/index.ts";
import { BOOKMARK_FORMATS, exportBookmarks, exportStocks } from "../../client/moving/index.ts";
import { DEAD_LETTER_DAYS, RECOVERY_DAYS } from "../constructs/recovery.ts";
import { printable } from "../terminal.ts";
import type { Cli } from "./cli.ts";
import { CliError, requireConfirmation } from "./cli-error.ts";
import { countItems, writeWhole } from "./moving/export.ts";
import { progressBar } from "./moving/progress-bar.ts";
import { madeFolder, requireFormatOfTexts, WITH_CONTENT, withTexts } from "./moving/with-texts.ts";
import { table } from "./table.ts";

const SUB = "the user's id: the sub of the user's token";

const DAY_MS = 86_400_000;

/** The number of passes after which remaining changes are the work of somebody who is still saving. */
const MOST_PASSES = 10;

export function addUserCommands(program: Command, cli: Cli): void {
  const user = program.command("user").description("the data of one person, who is named by the sub of the token");

  user
    .command("export")
    .description("write a user's bookmarks and slides to two files of a folder")
    .argument("<sub>", SUB)
    .addOption(
      new Option("--format <format>", "the files' format").choices([...BOOKMARK_FORMATS]).makeOptionMandatory(),
    )
    .requiredOption("--out <folder>", "the folder; it is made if it is missing")
    .option(...WITH_CONTENT)
    .action(async (sub: string, options: UserExport, command: Command) => {
      if (options.withContent) requireFormatOfTexts(command, options.format);
      await exportUser(cli, sub, options);
    });

  user
    .command("delete")
    .description("delete all data of a user; a repeated run continues after an interruption")
    .argument("<sub>", SUB)
    .option("--yes", "confirm: it can't be undone")
    .action(async (sub: string, { yes }: { yes?: true }) => {
      requireConfirmation(yes, `user delete deletes all data of ${sub}`);
      await deleteUser(cli, sub);
    });

  user
    .command("move")
    .description("move all data of a user to another sub, e.g. of a new pool; a repeated run continues")
    .argument("<old>", SUB)
    .argument("<new>", "the sub that gets the data; what it has already is unchanged")
    .option("--yes", "confirm")
    .action(async (from: string, to: string, { yes }: { yes?: true }) => {
      requireConfirmation(yes, `user move moves all data of ${from} to ${to}`);
      await moveUser(cli, from, to);
    });
}

interface UserExport {
  readonly format: BookmarkFormat;
  readonly out: string;
  readonly withContent?: true;
}

async function exportUser(cli: Cli, sub: string, { format, out, withContent }: UserExport): Promise<void> {
  const { users } = await cli.client();
  const folder = madeFolder(out);
  const bar = progressBar(cli, "bookmarks and stocks");
  const counts = { bookmarks: 0, stocks: 0 };
  const seen = (kind: keyof typeof counts) => (count: number) => {
    counts[kind] = count;
    bar.update(counts.bookmarks + counts.stocks);
  };
  const files = { bookmarks: join(out, `bookmarks.${format}`), stocks: join(out, `stocks.${format}`) };
  try {
    const all = countItems(users.bookmarks(sub), seen("bookmarks"));
    const bookmarks = withContent ? withTexts(all, (id) => users.content(sub, id), { format, folder }) : all;
    await writeWhole(files.bookmarks, exportBookmarks(bookmarks, format));
    await writeWhole(files.stocks, exportStocks(countItems(users.stocks(sub), seen("stocks")), format));
  } finally {
    bar.end();
  }
  const text = (kind: keyof typeof counts) => `${number(counts[kind])} ${kind} written to ${files[kind]}.`;
  cli.print({ sub, files, ...counts }, `${text("bookmarks")}\n${text("stocks")}`);
}

async function deleteUser(cli: Cli, sub: string): Promise<void> {
  const { users } = await cli.client();
  const bar = progressBar(cli, "items deleted");
  const deleted: Record<string, number> = {};
  let all = 0;
  try {
    await untilNothingChanges(async () => {
      const before = all;
      await everyPage(async (cursor) => {
        const page = await users.deletePage(sub, cursor);
        deleted[page.data] = (deleted[page.data] ?? 0) + page.deleted;
        all += page.deleted;
        bar.update(all);
        return page.next_cursor;
      });
      return all - before;
    });
  } finally {
    bar.end();
  }
  const until = (days: number) => new Date(cli.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const remains = { backups_until: until(RECOVERY_DAYS), dead_letters_until: until(DEAD_LETTER_DAYS) };
  cli.print(
    { sub, deleted, ...remains },
    [
      counted(deleted, "deleted"),
      `Point-in-time recovery can bring it back until ${remains.backups_until}; exports and backups of yours keep it longer.`,
      `Messages about it, which no longer change anything, may stay in dead-letter queues until ${remains.dead_letters_until}.`,
      "The sign-in itself is the user pool's: see docs/people.md.",
    ].join("\n"),
  );
}

async function moveUser(cli: Cli, from: string, to: string): Promise<void> {
  const { users } = await cli.client();
  const bar = progressBar(cli, "items moved");
  const moved: Record<string, number> = {};
  let all = 0;
  let kept: string[] = [];
  try {
    await untilNothingChanges(async () => {
      let changes = 0;
      kept = [];
      await everyPage(async (cursor) => {
        const page = await users.movePage(from, cursor === undefined ? { to } : { to, cursor });
        moved[page.data] = (moved[page.data] ?? 0) + page.moved;
        all += page.moved;
        changes += page.moved + page.changed;
        kept.push(...page.kept);
        bar.update(all);
        return page.next_cursor;
      });
      return changes;
    });
  } finally {
    bar.end();
  }
  cli.print({ from, to, moved, kept }, [counted(moved, "moved"), ...keptLines(from, kept)].join("\n"));
}

function keptLines(from: string, kept: readonly string[]): readonly string[] {
  if (kept.length === 0) return [];
  const saved = kept.map((url) => ({ url }));
  return [
    `${number(kept.length)} stay with ${printable(from)}, since the new user has other texts for the same address:`,
    table(["url"], saved),
    "user export shows both; change the new one, then delete the old ones with user delete.",
  ];
}

/** Reads pages up to the last one. */
async function everyPage(read: (cursor: string | undefined) => Promise<string | null>): Promise<void> {
  let cursor: string | undefined;
  do cursor = (await read(cursor)) ?? undefined;
  while (cursor !== undefined);
}

/** Makes passes until one finds nothing more to do: items that were saved meanwhile are found by the next pass. */
async function untilNothingChanges(pass: () => Promise<number>): Promise<void> {
  for (let passes = 1; (await pass()) > 0; passes += 1) {
    if (passes === MOST_PASSES) {
      throw new CliError(
        "Somebody is still saving as this user. Disable the sign-in (docs/people.md), and run the command again.",
      );
    }
  }
}

function counted(counts: Readonly<Record<string, number>>, done: string): string {
  const parts = Object.entries(counts).map(([name, count]) => `${number(count)} ${name.replaceAll("_", " ")}`);
  return `${done[0]?.toUpperCase()}${done.slice(1)}: ${parts.join(", ")}.`;
}

const number = (count: number): string => count.toLocaleString("en");
