import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { adviceFor, alarmAdviceTexts } from "../../../console/operations/alarms/alarm-advice-texts.ts";

const RUNBOOK = readFileSync(resolve(import.meta.dirname, "../../../docs/runbook.md"), "utf8");

it("every alarm of the runbook's catalogue has its advice, and no other", () => {
  const catalogue = RUNBOOK.slice(RUNBOOK.indexOf("<!-- alarms -->"), RUNBOOK.indexOf("<!-- end -->"));
  const names = Array.from(catalogue.matchAll(/^\| \[`(.+?)`\]/gm), ([, name]) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(
    names.filter((name) => adviceFor(String(name)) === undefined),
    "Add the advice of each, in both languages, to console/operations/alarms/alarm-advice-texts.ts",
  ).toEqual([]);
  const written = Object.keys(alarmAdviceTexts("en"));
  // The advice of a kind of alarms is for those that have a section of the runbook together.
  const alike = names.filter((name) => !written.includes(String(name)));
  expect(alike.filter((name) => !RUNBOOK.includes(`\n### ${name}\n`))).toEqual([]);
  expect(written.filter((of) => !names.some((name) => name?.endsWith(of)))).toEqual([]);
});
