import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { plausibleText, ROOT, synthesized } from "./synthesized.ts";

const stack = synthesized();
const queries = stack.some("AWS::Logs::QueryDefinition").map(([, { Properties }]) => ({
  name: plausibleText(Properties.Name),
  text: String(Properties.QueryString),
}));
const runbook = readFileSync(join(ROOT, "docs/runbook.md"), "utf8");

/** The queries that a text of the runbook names. */
const namedIn = (text: string) => [...text.matchAll(/\b[Qq]uer(?:y|ies) `([a-z-]+)`/g)].map(([, name]) => String(name));

/** The codes of log lines, from the runbook's table of them. */
const codes = new Set([...runbook.matchAll(/^\| `([a-z_]+)` +\| /gm)].map(([, code]) => String(code)));

/** Sections whose questions no log line answers, each with what does. */
const NOT_IN_LOGS: Readonly<Record<string, string>> = {
  "lambda-throttles": "Lambda starts no function, which so writes nothing: the metrics of AWS/Lambda.",
  "site-5xx": "CloudFront writes no log here: its metrics, and a request to the site.",
  "site-traffic": "CloudFront writes no log here: its reports.",
  "Queues whose work no table holds": "Nobody reads the queue, so that nobody writes: the state of the event source.",
  "Schedules that start nothing": "Nothing was started, which so writes nothing: EventBridge Scheduler.",
};

const diagnoses = runbook
  .split(/^## /m)
  .slice(1)
  .flatMap((section): [heading: string, diagnosis: string, section: string][] => {
    const [, diagnosis] = /^\*\*Diagnose\.\*\*(.*?)^\*\*Fix\.\*\*/ms.exec(section) ?? [];
    return diagnosis === undefined ? [] : [[section.slice(0, section.indexOf("\n")), diagnosis, section]];
  });

describe.each(diagnoses)("the diagnosis of %s", (heading, diagnosis, section) => {
  it("has a saved query for each code of log lines that it asks for", () => {
    const texts = queries.filter(({ name }) => namedIn(section).some((named) => name.endsWith(`/${named}`)));
    const asked = [...diagnosis.matchAll(/`([a-z_]+)`/g)]
      .map(([, code]) => String(code))
      .filter((code) => codes.has(code));
    const answered = texts.flatMap(({ text }) => [...text.matchAll(/[a-z_]+/g)].map(([word]) => word));
    // `fault` selects lines of several codes; the query of dead letters has all of them.
    const missing = asked.filter(
      (code) => !answered.includes(code) && !texts.some(({ text }) => text.includes("fault =")),
    );
    expect(
      missing,
      "Add a query of lib/saved-queries.ts that finds these lines, and name it in docs/runbook.md",
    ).toEqual([]);
  });

  it("names a saved query, or another section that does, unless no log line answers it", () => {
    const isElsewhere = /\b[Aa]s (for|under) /.test(diagnosis);
    const asks = namedIn(diagnosis).length > 0 || isElsewhere;
    expect(asks, `Name a query of lib/saved-queries.ts in the section, or its reason here in NOT_IN_LOGS`).toBe(
      !(heading in NOT_IN_LOGS),
    );
  });
});

it("the runbook names every saved query and no other", () => {
  const names = queries.map(({ name }) => name);
  const named = new Set(namedIn(runbook).map((name) => `${stack.stage}-magpie/${name}`));
  expect(named, "Name each query of lib/saved-queries.ts in a section of docs/runbook.md").toEqual(new Set(names));
});

it("the runbook has no query of its own, which the stack would lack", () => {
  expect(runbook).not.toMatch(/^(\| )?(filter|stats|fields|parse) /m);
});

it("a saved query finds only lines that the runbook explains", () => {
  for (const { name, text } of queries) {
    const sought = [...text.matchAll(/message (?:= |in \[)((?:"[a-z_]+"(?:, )?)+)/g)].flatMap(([, list]) =>
      [...String(list).matchAll(/"([a-z_]+)"/g)].map(([, code]) => String(code)),
    );
    expect(
      sought.filter((code) => !codes.has(code)),
      name,
    ).toEqual([]);
  }
});

it("the dashboard has the latency and the errors of each route", () => {
  const [[, dashboard] = []] = stack.some("AWS::CloudWatch::Dashboard");
  const body = JSON.stringify(dashboard?.Properties.DashboardBody);
  expect(body).toContain("pct(latency_ms, 95) as p95 by route, substr(status, 0, 1)");
});
