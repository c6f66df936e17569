// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { alarmAdviceTexts } from "../../../console/operations/alarms/alarm-advice-texts.ts";

const RUNBOOK = readFileSync(resolve(import.meta.dirname, "../../../docs/runbook.md"), "utf8");

it("every alarm of the runbook's catalogue has its advice, and no other", () => {
  const catalogue = RUNBOOK.slice(RUNBOOK.indexOf("<!-- alarms -->"), RUNBOOK.indexOf("<!-- end -->"));
  const names = Array.from(catalogue.matchAll(/^\| \[`(.+?)`\]/gm), ([, name]) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(Object.keys(alarmAdviceTexts.en).sort()).toEqual(names.sort());
});
