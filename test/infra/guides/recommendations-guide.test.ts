import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { orderQuery } from "../../../lambdas/recommendations/http/query/order.ts";
import { ROOT } from "../synthesized.ts";
import { rowsOf, spansIn } from "./rows.ts";

const guide = readFileSync(join(ROOT, "docs/recommendations.md"), "utf8");
const folder = join(ROOT, "lambdas/recommendations/embed");
const script = readdirSync(folder)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => readFileSync(join(folder, file), "utf8"))
  .join("\n");

const distinct = (pattern: RegExp, text: string) =>
  [...new Set(Array.from(text.matchAll(pattern), ([, name = ""]) => name))].sort();

it("docs/recommendations.md has every custom property of the element, and every part", () => {
  const written = rowsOf(guide, "custom property").flatMap(([names = ""]) => spansIn(names));
  expect(written.toSorted()).toEqual(distinct(/var\((--[\w-]+)/g, script));
  const [, parts = ""] = /^Parts: (.*)$/m.exec(guide) ?? [];
  expect(spansIn(parts).toSorted()).toEqual(distinct(/(?:\bpart: |paragraph\()"(\w+)"/g, script));
});

it("docs/recommendations.md has every field of an order", () => {
  const [, refused = ""] =
    /must be one of (.*)/.exec(String(orderQuery.safeParse("nonsense").error?.issues[0]?.message)) ?? [];
  const [, fields = ""] = /^\| `order` [^:]*:(.*), each with/m.exec(guide) ?? [];
  expect(spansIn(fields)).toEqual(refused.split(", "));
});
