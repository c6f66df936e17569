import type { Command } from "commander";
import { Option } from "commander";
import type { Bookmark } from "../../client/answers.ts";
import type { Cli } from "./cli.ts";
import { firstItems, limitOption } from "./first-items.ts";
import { table } from "./table.ts";

const STATUSES: readonly Bookmark["status"][] = ["saving", "processing", "done", "failed", "retrying"];

/** `magpie bookmark …`: the saved pages of the user whose token is used. */
export function addBookmarkCommands(program: Command, cli: Cli): void {
  const bookmark = program.command("bookmark").description("saved pages of the user whom MAGPIE_TOKEN names");

  bookmark
    .command("ls")
    .description("the user's bookmarks, newest first")
    .addOption(new Option("--status <status>", "only those of this status").choices([...STATUSES]))
    .addOption(limitOption("bookmarks"))
    .action(async ({ limit, status }: { limit: number; status?: Bookmark["status"] }) => {
      const client = await cli.client();
      const bookmarks = await firstItems(client.bookmarks.all(status === undefined ? {} : { status }), limit);
      cli.print({ bookmarks, next_cursor: null }, bookmarkTable(bookmarks));
    });

  bookmark
    .command("add")
    .description("save a page; one that was saved before stays as it is")
    .argument("<url>", "the page's address")
    .option("--title <title>", "a title instead of the page's own")
    .option("--note <note>", "a note")
    .action(async (url: string, { title, note }: { title?: string; note?: string }) => {
      const client = await cli.client();
      const saved = await client.bookmarks.save({
        url,
        created_from: "api",
        ...(title === undefined ? {} : { title }),
        ...(note === undefined ? {} : { note }),
      });
      cli.print(saved, bookmarkTable([saved]));
    });
}

function bookmarkTable(bookmarks: readonly Bookmark[]): string {
  return table(
    ["id", "status", "title", "tags", "created at", "error", "url"],
    bookmarks.map(({ id, status, title, tags, created_at, error_message, url }) => [
      id,
      status,
      title,
      tags.length === 0 ? null : tags.join(", "),
      created_at,
      error_message,
      url,
    ]),
  );
}
