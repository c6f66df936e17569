import type { Command } from "commander";
import { Argument, Option } from "commander";
import type { Bookmark, PageChecks } from "../../client/answers.ts";
import type { BookmarkFilter } from "../../client/bookmarks.ts";
import { hasEarlierText } from "../../client/bookmarks.ts";
import { contentText } from "../../client/moving/content-text.ts";
import { printable } from "../terminal.ts";
import type { Cli } from "./cli.ts";
import { givenFields, limitOption, lists, searchOption, shows, sortOption, tagOption, tellsExisting } from "./list.ts";
import type { Marks } from "./mark-command.ts";
import { addMarkCommand } from "./mark-command.ts";
import { addBookmarkExport } from "./moving/export.ts";
import { addBookmarkImport } from "./moving/import.ts";
import type { Column } from "./table.ts";

const STATUSES: readonly Bookmark["status"][] = ["saving", "processing", "done", "failed", "retrying"];
const COLUMNS: readonly Column<Bookmark>[] = [
  "id",
  "status",
  "title",
  "tags",
  "created_at",
  ["error", "error_message"],
  ["gone since", "gone_at"],
  ["read to", ({ place }) => (place ? `${Math.round(place.progress * 100)} %` : null)],
  "url",
];

export function addBookmarkCommands(program: Command, cli: Cli): void {
  const bookmark = program.command("bookmark").description("saved pages of the person who is signed in");

  bookmark
    .command("ls")
    .description("the user's bookmarks")
    .addOption(new Option("--status <status>", "only those of this status").choices([...STATUSES]))
    .addOption(searchOption())
    .addOption(sortOption())
    .addOption(tagOption("only those with this tag"))
    .addOption(limitOption("bookmarks"))
    .action(lists(cli, "bookmarks", COLUMNS, ({ bookmarks }, filter: BookmarkFilter) => bookmarks.all(filter)));

  bookmark
    .command("add")
    .description("save a page; one that was saved before is unchanged")
    .argument("<url>", "the page's address")
    .option("--title <title>", "a title instead of the page's own")
    .option("--note <note>", "a note")
    .addOption(tagOption("a tag instead of the summary's"))
    .action(
      shows(cli, COLUMNS, ({ bookmarks }, url: string, options: { title?: string; note?: string; tag?: string[] }) =>
        bookmarks.save({ url, created_from: "api", ...givenFields(options) }, tellsExisting(cli)),
      ),
    );

  bookmark
    .command("read")
    .description("the kept text of a bookmark's page; --json has it as HTML")
    .argument("<id>", "the bookmark's id")
    .action(async (id: string) => {
      const client = await cli.client();
      const content = await client.bookmarks.content(id);
      const read = await client.bookmarks.get(id);
      const { title, byline, words, read_at, read_from, truncated, html } = content;
      const from = read_from === "browser" ? " as the browser showed it" : "";
      const about = [byline, `${words.toLocaleString("en")} words`, `read ${read_at}${from}`].filter(
        (part) => part !== null,
      );
      const heading = [title ?? "", about.join(" · ")].filter(Boolean).map(printable);
      const lines = contentText(html).split("\n").map(printable);
      const cut = truncated ? ["", "(The page has more text than is kept.)"] : [];
      const earlier = hasEarlierText(read)
        ? [`(Read again ${read.requested_at}: the page failed or had much less text, so this earlier text was kept.)`]
        : [];
      cli.print(content, [...heading, ...earlier, "", ...lines, ...cut].join("\n"));
    });

  bookmark
    .command("tag")
    .description("replace a bookmark's tags; without arguments, use those of its summary")
    .argument("<id>", "the bookmark's id")
    .argument("[tags...]", "the new tags")
    .action(
      shows(cli, COLUMNS, ({ bookmarks }, id: string, tags: string[]) =>
        bookmarks.update(id, { tags: tags.length === 0 ? null : tags }),
      ),
    );

  bookmark
    .command("merge")
    .description("merge a bookmark into another one of the same page, which stays, with both notes and all own tags")
    .argument("<id>", "the bookmark that is merged and deleted")
    .requiredOption("--into <id>", "the bookmark that stays")
    .action(shows(cli, COLUMNS, ({ bookmarks }, id: string, merge: { into: string }) => bookmarks.merge(id, merge)));

  const mark = shows(cli, COLUMNS, ({ bookmarks }, id: string, marks: Marks) => bookmarks.update(id, marks));
  addMarkCommand(bookmark, "bookmark", mark);

  bookmark
    .command("checks")
    .description("show or set how often saved pages are checked for existence")
    .addArgument(new Argument("[pace]", "about monthly, or never").choices(["monthly", "never"]))
    .action(async (pace?: PageChecks["pace"]) => {
      const { bookmarks } = await cli.client();
      const checks = await (pace === undefined ? bookmarks.checks() : bookmarks.setChecks({ pace }));
      cli.print(checks, `Pages are checked: ${checks.pace}`);
    });

  addBookmarkExport(bookmark, cli);
  addBookmarkImport(bookmark, cli);
}
