import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BOOKMARKS } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { RUN } from "../../lambdas/books/tables/run-transitions.ts";
import { CRAWL } from "../../lambdas/mercari/tables/crawl-transitions.ts";
import { CLAIMS } from "../../lambdas/notices/notice-table.ts";
import { DELIVERY } from "../../lambdas/recommendations/tables/delivery-table.ts";
import { VERIFICATION } from "../../lambdas/recommendations/tables/mention-transitions.ts";
import type { Transitions } from "../../lambdas/shared/table/transitions.ts";
import { STOCKS } from "../../lambdas/slides/stock-table.ts";
import { table, WRITTEN_BY } from "./guides/cost.ts";

/** Every feature's tables. One that a file of `lambdas` makes and that is not here fails the test below. */
const ALL: readonly Transitions[] = [
  STOCKS.transitions,
  BOOKMARKS.transitions,
  RUN,
  CRAWL,
  VERIFICATION,
  DELIVERY,
  CLAIMS.mail.transitions,
];

const HEAD = `# Legal transitions

The states of stored items and the writes that change them. The writes are derived from these tables, so that no other is
possible: a write that finds the item in another state changes nothing. This page is generated:
\`npx vitest run test/infra/transitions.test.ts -u\`.
`;

it("are all here: add what a file of lambdas makes by `transitions(` to ALL", () => {
  const sources = globSync("lambdas/*/**/*.ts").map((path) => readFileSync(path, "utf8"));
  const made = sources.flatMap((source) => source.match(/(?<=^ *(?:export )?const )\w+(?= = transitions\()/gm) ?? []);
  expect(made, "Add what each makes to ALL here").toHaveLength(ALL.length);
});

it("docs/transitions.md has the transitions of all features", async () => {
  const path = join(import.meta.dirname, "../../docs/transitions.md");
  await expect(`${HEAD}\n${ALL.map(sectionOf).join("\n\n")}\n`, WRITTEN_BY).toMatchFileSnapshot(path);
});

function sectionOf({ of, states, moves }: Transitions): string {
  const names = Object.keys(states);
  const matrix = names.map((from) => [from, ...names.map((to) => namesOf(moves, from, to))]);
  const rows = Object.entries(moves).map(([name, { when }]) => [`\`${name}\``, when]);
  const tables = [table(["from \\ to", ...names], matrix), table(["transition", "when"], rows)];
  return [`## ${of}`, ...tables].join("\n\n");
}

/** The names of the transitions between two states. */
function namesOf(moves: Transitions["moves"], from: string, to: string): string {
  const found = Object.entries(moves).filter(([, move]) => move.to === to && move.from.includes(from));
  return found.map(([name]) => `\`${name}\``).join(", ");
}
