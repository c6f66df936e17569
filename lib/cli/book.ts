import type { Command } from "commander";
import type { Cli } from "./cli.ts";
import { firstItems, limitOption, searchOption } from "./first-items.ts";
import { addBookExport } from "./moving/export.ts";
import { table } from "./table.ts";

/** `magpie book …`: the books that jobs have found. */
export function addBookCommands(program: Command, cli: Cli): void {
  const book = program.command("book").description("books that jobs have found");

  book
    .command("ls")
    .description("the books of all jobs or of one, newest first")
    .option("--job <name>", "only those that this job has found")
    .addOption(searchOption())
    .addOption(limitOption("books"))
    .action(async ({ limit, ...query }: { limit: number; job?: string; q?: string }) => {
      const client = await cli.client();
      const books = await firstItems(client.books.all(query), limit);
      cli.print(
        { books, next_cursor: null },
        table(
          ["isbn", "title", "authors", "published", "jobs", "first seen at", "url"],
          books.map(({ isbn_13, title, authors, published_date, jobs, first_seen_at, info_link }) => [
            isbn_13,
            title,
            authors,
            published_date,
            jobs,
            first_seen_at,
            info_link,
          ]),
        ),
      );
    });

  addBookExport(book, cli);
}
