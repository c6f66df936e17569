import { inject } from "vitest";
import type { LogFields } from "../lambdas/shared/log.ts";
import { log } from "../lambdas/shared/log.ts";
import type { LinePredicate } from "../lib/local/alarms/filter-pattern.ts";
import { filterPattern, jsonLine } from "../lib/local/alarms/filter-pattern.ts";
import { LocalAlarms } from "../lib/local/alarms/local-alarms.ts";
import { noteMatch } from "./filter-ledger.ts";

/** A mark of what is watched already. The test files of one process share their modules, unless a test resets the modules. */
const WATCHED = Symbol.for("magpie.test.watched-log");

/** Patterns without a match that this file knows of. */
let open: { readonly pattern: string; readonly matches: LinePredicate }[] = [];

/** Finds the filters that a line matches, and records each once. */
function recordLine(line: object): void {
  // Lines that a test writes to match a filter prove nothing.
  if ("made_up" in line) return;
  const matched = open.filter(({ matches }) => matches(line));
  if (matched.length === 0) return;
  open = open.filter((filter) => !matched.includes(filter));
  for (const { pattern } of matched) noteMatch(pattern, inject("filterRun"));
}

/** Watches the log of handlers in this process. */
function watchLog(): void {
  for (const level of Object.keys(log) as (keyof typeof log)[]) {
    const write = log[level];
    log[level] = (message: string, fields: LogFields = {}) => {
      if (open.length > 0) recordLine(asWritten(message, fields));
      write(message, fields);
    };
  }
}

/** Watches the output of functions in the threads of runners in this process. */
function watchRunners(): void {
  const { recordLine: line } = LocalAlarms.prototype;
  LocalAlarms.prototype.recordLine = function (this: LocalAlarms, functionName: string, text: string) {
    const parsed = open.length > 0 ? jsonLine(text) : undefined;
    if (parsed !== undefined) recordLine(parsed);
    line.call(this, functionName, text);
  };
}

function asWritten(message: string, fields: LogFields): object {
  try {
    return JSON.parse(JSON.stringify({ message, ...fields })) as object;
  } catch {
    return { message };
  }
}

/** Calls `watch`, if nothing watches `target` yet. Modules that were loaded again have targets of their own. */
function once(target: object, watch: () => void): void {
  if (WATCHED in target) return;
  Object.defineProperty(target, WATCHED, { value: true });
  open = inject("filterPatterns").map((pattern) => ({ pattern, matches: filterPattern(pattern) }));
  watch();
}

once(log, watchLog);
once(LocalAlarms.prototype, watchRunners);
