import { beforeAll, describe, expect, it } from "vitest";
import { matchingFields } from "../../lib/cli/doctor/stage/matching-fields.ts";
import { filterPattern, jsonLine } from "../../lib/local/alarms/filter-pattern.ts";
import { synthesized } from "../infra/synthesized.ts";
import type { LineEvent } from "./fixtures/logging.ts";
import { linesUnderRic } from "./log-lines.ts";

const filters = synthesized().some("AWS::Logs::MetricFilter");
/** The platform and the gateway write the other lines that metric filters read. */
const patterns = [...new Set(filters.map(([, { Properties }]) => String(Properties.FilterPattern)))]
  .filter((pattern) => pattern.includes("$.message"))
  .sort();

/** A line that matches the first alternative of a filter pattern. */
function lineOf(pattern: string): LineEvent {
  const { message, ...fields } = Object.fromEntries(matchingFields(pattern) ?? []);
  return { level: "warn", message: String(message), fields: fields as LineEvent["fields"] };
}

describe("a line of each code that a metric filter names", () => {
  const events = patterns.map(lineOf);
  let lines: readonly string[];
  beforeAll(async () => {
    lines = await linesUnderRic(events);
  });

  it.each(patterns)("is written with its fields at the top level: %s", (pattern) => {
    const place = patterns.indexOf(pattern);
    expect(JSON.parse(lines[place] ?? "")).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: "WARN",
      requestId: `invocation-${place + 1}`,
      message: events[place]?.message,
      ...events[place]?.fields,
    });
  });

  it.each(patterns)("is matched by the filter: %s", (pattern) => {
    expect(filterPattern(pattern)(jsonLine(lines[patterns.indexOf(pattern)] ?? ""))).toBe(true);
  });

  it("is all that is written", () => {
    expect(lines).toHaveLength(patterns.length);
  });
});
