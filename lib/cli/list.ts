import { InvalidArgumentError, Option } from "commander";
import type { MagpieClient } from "../../client/magpie-client.ts";
import { sorts, timeZone } from "../../client/search.ts";
import type { CreateOptions } from "../../client/transport.ts";
import type { Cli } from "./cli.ts";
import type { Column } from "./table.ts";
import { table } from "./table.ts";

export function limitOption(items: string): Option {
  return new Option("--limit <number>", `only the first ${items}`)
    .argParser(wholeNumber)
    .default(Number.POSITIVE_INFINITY, "all");
}

export function searchOption(): Option {
  return new Option(
    "--q <search>",
    'only those with all of these words and "phrases", and as tag: site: after: before: is: say; - excludes',
  );
}

export function sortOption(): Option {
  return new Option("--sort <order>", "the order; newest without").choices([...sorts]);
}

/** The option of a tag. @param description the meaning or the effect of the tag */
export function tagOption(description: string): Option {
  const parser = (tag: string, tags: readonly string[] = []): readonly string[] => [...tags, tag];
  return new Option("--tag <tag>", `${description}; may be repeated`).argParser(parser);
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError("It must be a whole number from 1.");
  return Number(value);
}

/**
 * The action of a command that lists: it shows the items, at most the number of its option --limit.
 *
 * @param name the field of the API's answer that holds them
 * @param all gets the command's arguments, and its options without --limit
 */
export function lists<T>(
  cli: Cli,
  name: string,
  columns: readonly Column<T>[],
  // biome-ignore lint/suspicious/noExplicitAny: as commander's own actions, whose arguments the command declares.
  all: (client: MagpieClient, ...args: any[]) => AsyncIterable<T>,
): (...args: unknown[]) => Promise<void> {
  return async (...args) => {
    const { limit, ...given } = args.at(-2) as { limit?: number; q?: string };
    const options = given.q === undefined ? given : { ...given, ...searchFor(given.q) };
    const items = await readFirst(limit, all(await cli.client(), ...args.slice(0, -2), options));
    cli.print({ [name]: items, next_cursor: null }, table(columns, items));
  };
}

/** The action of a command that makes or changes one item, and shows it. @param change gets the command's arguments */
export function shows<T>(
  cli: Pick<Cli, "client" | "print">,
  columns: readonly Column<T>[],
  // biome-ignore lint/suspicious/noExplicitAny: as in `lists`.
  change: (client: MagpieClient, ...args: any[]) => Promise<T>,
): (...args: unknown[]) => Promise<void> {
  return async (...args) => {
    const changed = await change(await cli.client(), ...args);
    cli.print(changed, table(columns, [changed]));
  };
}

/** The fields of a new item that the options of a command give: an empty text gives none. */
export function givenFields<T extends object>({ tag: tags, ...texts }: T & { readonly tag?: string[] }) {
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== "")) as typeof texts;
  return { ...given, ...(tags !== undefined && { tags }) };
}

/** The options of a save, by which a person is told that it changed nothing. */
export function tellsExisting({ progress }: Pick<Cli, "progress">): CreateOptions {
  return {
    onCreated: (created) => {
      if (!created) progress("It was saved before and is unchanged.");
    },
  };
}

/** A search, with days in the time zone of this machine. */
export function searchFor(q: string): { readonly q: string; readonly tz: string } {
  return { q, tz: timeZone() };
}

/** The first items of a list, up to a limit; all without one. No page after them is read. */
export async function readFirst<T>(limit: number | undefined, list: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of list) {
    items.push(item);
    if (items.length === limit) break;
  }
  return items;
}
