import type { Command } from "commander";
import type { Book, Bookmark, Stock } from "../../../client/answers.ts";
import { searchOperators } from "../../../client/search.ts";
import type { Cli } from "../cli.ts";
import { givenFields, limitOption, tagOption, tellsExisting } from "../list.ts";
import type { Column } from "../table.ts";
import { table } from "../table.ts";
import { saveByAddress } from "./save-by-address.ts";
import { searchAll } from "./search-all.ts";

interface Row {
  readonly type: "page" | "deck" | "book";
  readonly id: string;
  readonly status: string | null;
  readonly title: string | null;
  readonly tags: readonly string[];
  /** When it was saved, or first found by a job; ISO 8601. */
  readonly added_at: string;
  readonly url: string | null;
}

const COLUMNS: readonly Column<Row>[] = ["type", "id", "status", "title", "tags", "added_at", "url"];

export function addDailyCommands(program: Command, cli: Cli): void {
  program
    .command("save")
    .description("save a page or a slide deck by its address; one that was saved before is unchanged")
    .argument("<url>", "the address")
    .option("--note <note>", "a note")
    .addOption(tagOption("a tag"))
    .action(async (url: string, options: { note?: string; tag?: string[] }) => {
      const saved = await saveByAddress(await cli.client(), { url, ...givenFields(options) }, tellsExisting(cli));
      const row = saved.type === "bookmark" ? pageRow(saved.item) : deckRow(saved.item);
      cli.print(saved.item, table(COLUMNS, [row]));
    });

  program
    .command("search")
    .description("search pages, decks and books, newest first; all words must occur, an argument in quotes as a phrase")
    .argument("<words...>", "what to find, as in the console")
    .addOption(limitOption("results").default(20))
    // A word with a - before it is excluded.
    .allowUnknownOption()
    .action(async (words: string[], { limit }: { limit: number }, command: Command) => {
      const unknown = words.find((word) => word.startsWith("--"));
      if (unknown !== undefined) command.error(`error: unknown option '${unknown}'`);
      const found = await searchAll(await cli.client(), words.map(asTyped).join(" "), limit);
      const rows = [...found.bookmarks.map(pageRow), ...found.stocks.map(deckRow), ...found.books.map(bookRow)];
      const newest = rows.sort((a, b) => b.added_at.localeCompare(a.added_at)).slice(0, limit);
      cli.print(found, table(COLUMNS, newest));
      // Of each kind at most the limit is read, so that there may be more.
      if (rows.length > newest.length || Object.values(found).some((each) => each.length === limit)) {
        cli.progress(`These are the newest ${newest.length}; --limit shows more.`);
      }
    });
}

const QUOTED = new RegExp(`^(-?(?:(?:${searchOperators.join("|")}):)?)(.*)$`, "is");

/** A word in the form that the API takes. The shell has removed the quotation marks around a phrase, or the value of a `tag:`. */
function asTyped(word: string): string {
  return /\s/.test(word) && !word.includes('"') ? word.replace(QUOTED, '$1"$2"') : word;
}

function pageRow({ id, status, title, tags, created_at, url }: Bookmark): Row {
  return { type: "page", id, status, title, tags, added_at: created_at, url };
}

function deckRow({ id, status, title, tags, created_at, canonical_url: url }: Stock): Row {
  return { type: "deck", id, status, title, tags, added_at: created_at, url };
}

function bookRow({ id, title, first_seen_at, info_link: url }: Book): Row {
  return { type: "book", id, status: null, title, tags: [], added_at: first_seen_at, url };
}
