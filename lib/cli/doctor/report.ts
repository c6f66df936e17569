import type { CheckResult } from "./run-checks.ts";

/** Text from a service must not break a line or control the terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** The results as text: a line for each check, then for each that is not ok one on how to put it right. */
export function report(results: readonly CheckResult[]): string {
  const width = Math.max(0, ...results.map(({ name }) => name.length));
  const lines = results.map(({ name, status, found }) => `${status.padEnd(7)}  ${name.padEnd(width)}  ${clean(found)}`);
  const remedies = results.flatMap(({ name, remedy }) =>
    remedy === null ? [] : [`${name.padEnd(width)}  ${clean(remedy)}`],
  );
  return (remedies.length === 0 ? lines : [...lines, "", "What to do:", ...remedies]).join("\n");
}

function clean(text: string): string {
  return text.replace(UNPRINTABLE, " ");
}
