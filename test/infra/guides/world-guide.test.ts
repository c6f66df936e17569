import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, read } from "./documents.ts";

const rows = read("docs/world.md")
  .split("\n")
  .filter((line) => /^\| (?!kind |-)/.test(line))
  .map((line) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map((cell) => cell.trim()),
  );

it.each(rows)("the kind %j has its cases, a source, and its state before and after", (_kind, test = "", ...words) => {
  const [, path = "", cases = ""] = /^(\S+) \((\d+)\)$/.exec(test) ?? [];
  expect(existsSync(join(ROOT, "test", path)), `test/${path} of docs/world.md is missing`).toBe(true);
  expect(Number(cases)).toBeGreaterThan(0);
  expect(words.filter((cell) => cell !== "")).toHaveLength(3);
});
