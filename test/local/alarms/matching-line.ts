import type { Condition, FilterTree } from "../../../lib/expressions/filter-syntax.ts";
import { parsePattern } from "../../../lib/expressions/filter-syntax.ts";

/**
 * A log line that matches a filter pattern: of alternatives the first. The line is marked as made up, since the suite fails
 * for filters that only such lines match.
 *
 * @param more fields of the line that the pattern does not need
 */
export function matchingLine(pattern: string, more: Readonly<Record<string, unknown>> = {}): string {
  const line: Record<string, unknown> = {
    timestamp: "2026-11-20T03:00:00.000Z",
    level: "WARN",
    made_up: true,
    ...more,
  };
  fill(parsePattern(pattern), line);
  return JSON.stringify(line);
}

function fill(tree: FilterTree, line: Record<string, unknown>): void {
  if (tree.kind === "and") for (const part of tree.parts) fill(part, line);
  else if (tree.kind === "or") fill(tree.parts[0] ?? tree, line);
  else if (tree.kind === "condition") {
    let object = line;
    for (const name of tree.path.slice(0, -1)) {
      const inner = (object[name] ?? {}) as Record<string, unknown>;
      object[name] = inner;
      object = inner;
    }
    object[tree.path.at(-1) ?? ""] = valueFor(tree.condition);
  }
}

function valueFor(condition: Condition): unknown {
  switch (condition.kind) {
    case "is":
      return condition.value;
    case "text":
      return condition.equal ? condition.text : `not ${condition.text}`;
    case "number":
      return condition.operator === "<"
        ? condition.number - 1
        : condition.number + (condition.operator === ">" ? 1 : 0);
    case "regex":
      throw new Error("No text is made for a regular expression here.");
  }
}
