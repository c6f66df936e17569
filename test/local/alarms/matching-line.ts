import { ownLogLine } from "../../../lib/cli/doctor/stage/log-line.ts";
import { matchingFields } from "../../../lib/cli/doctor/stage/matching-fields.ts";

/**
 * A log line that matches a filter pattern, as the doctor makes it. The line is marked as made up, since the suite fails for
 * filters that only such lines match.
 *
 * @param more fields of the line that the pattern does not need
 */
export function matchingLine(pattern: string, more: Readonly<Record<string, number>> = {}): string {
  const fields = matchingFields(pattern);
  if (fields === undefined) throw new Error(`No line is made for the pattern ${pattern}.`);
  const all = new Map([["made_up", true] as const, ...Object.entries(more), ...fields]);
  return ownLogLine(all, new Date("2026-11-20T03:00:00.000Z"));
}
