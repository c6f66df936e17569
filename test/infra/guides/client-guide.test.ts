import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MagpieClient } from "../../../client/index.ts";
import { searchedStates } from "../../../client/search.ts";
import { ROOT } from "../synthesized.ts";
import { rowsOf, spansIn } from "./rows.ts";

const guide = readFileSync(join(ROOT, "docs/client.md"), "utf8");

it("docs/client.md has every part of a client with its methods", () => {
  const client = new MagpieClient({ baseUrl: "https://api.example", token: "a token" });
  const methods = Object.entries(client).map(([name, part]) => [name, Object.keys(part).sort()]);
  const rows = rowsOf(guide, "part").map(([part = "", ...cells]) => [
    spansIn(part)[0],
    spansIn(cells.join(" ")).toSorted(),
  ]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(methods));
});

it("docs/client.md has every state that a search can ask for", () => {
  expect(
    searchedStates.filter((state) => !guide.includes(`\`is:${state}\``)),
    "Add `is:…` of each to `Search` in docs/client.md",
  ).toEqual([]);
});

it("docs/client.md has the files of the package, with what a program calls", async () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "client/package.json"), "utf8")) as { exports: object };
  const rows = rowsOf(guide, "import").map(
    ([path = "", , holds = ""]) => [spansIn(path)[0] ?? "", spansIn(holds)] as const,
  );
  expect(rows.map(([path]) => path.replace("magpie-client", "."))).toEqual(Object.keys(exports));
  for (const [path, names] of rows) {
    const entry = (await import(join(ROOT, path.replace("magpie-client", "client"), "index.ts"))) as object;
    expect(Object.keys(entry), path).toEqual(expect.arrayContaining([...names]));
  }
});
