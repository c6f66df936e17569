import type { Command } from "commander";
import type { Book } from "../../client/answers.ts";
import type { BookFilter } from "../../client/books.ts";
import type { Cli } from "./cli.ts";
import { limitOption, lists, searchOption, sortOption } from "./list.ts";
import { addBookExport } from "./moving/export.ts";
import type { Column } from "./table.ts";

const COLUMNS: readonly Column<Book>[] = [
  ["isbn", "isbn_13"],
  "title",
  "subtitle",
  "authors",
  ["published", "published_date"],
  "jobs",
  "first_seen_at",
  ["url", "info_link"],
];

export function addBookCommands(program: Command, cli: Cli): void {
  const book = program.command("book").description("books that jobs have found");

  book
    .command("ls")
    .description("the books of all jobs or of one")
    .option("--job <name>", "only those that this job has found")
    .addOption(searchOption())
    .addOption(sortOption())
    .addOption(limitOption("books"))
    .action(lists(cli, "books", COLUMNS, ({ books }, filter: BookFilter) => books.all(filter)));

  addBookExport(book, cli);
}
