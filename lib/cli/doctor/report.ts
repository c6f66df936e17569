import { printable } from "../../terminal.ts";
import type { CheckResult } from "./run-checks.ts";

/** The results as text: a line for each check, then, for each that is not ok, a line with the remedy. */
export function report(results: readonly CheckResult[]): string {
  const width = Math.max(0, ...results.map(({ name }) => name.length));
  const lines = results.map(
    ({ name, status, found }) => `${status.padEnd(7)}  ${name.padEnd(width)}  ${printable(found)}`,
  );
  const remedies = results.flatMap(({ name, remedy }) =>
    remedy === null ? [] : [`${name.padEnd(width)}  ${printable(remedy)}`],
  );
  return (remedies.length === 0 ? lines : [...lines, "", "What to do:", ...remedies]).join("\n");
}
