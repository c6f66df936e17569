import { runningWarmUp } from "./running-warm-up.ts";
import { sourceStack } from "./source-stack.ts";

/** Fields of a log line in addition to time, level and code. Bodies, tokens and URLs with a query are never logged. */
export type LogFields = Readonly<Record<string, unknown>>;

type Level = "INFO" | "WARN" | "ERROR";

/** The store of Lambda's runtime that other code may read (its package `@aws/lambda-invoke-store`). */
interface LambdaGlobals {
  readonly awslambda?: { readonly InvokeStore?: { getRequestId(): string } };
}

/** How many causes of an error are logged; an error may be its own cause. */
const MAX_CAUSES = 5;

/**
 * Writes one JSON line: `timestamp`, `level` and `message` as Lambda reads them, the invocation's `requestId` as in Lambda's
 * own lines, and the fields, all at the top level.
 *
 * It writes directly to standard output: Lambda's `console` puts a string into the field `message` of a line of its own,
 * where no metric filter and no query finds our fields (Lambda guide, "Log and monitor Node.js Lambda functions").
 *
 * A warm-up writes nothing: filters and queries count invocations. Its warnings and errors are kept as its faults.
 */
function write(level: Level, message: string, fields: LogFields): void {
  const warmUp = runningWarmUp();
  if (warmUp !== undefined) {
    if (level !== "INFO") warmUp.faults.push({ message, ...fields });
    return;
  }
  const head = { timestamp: new Date().toISOString(), level, message, ...requestId() };
  process.stdout.write(`${serialise(head, fields)}\n`);
}

/** Logs a line, with `message` as the stable code to search for. Never throws. */
export const log = {
  info: (message: string, fields: LogFields = {}) => write("INFO", message, fields),
  warn: (message: string, fields: LogFields = {}) => write("WARN", message, fields),
  error: (message: string, fields: LogFields = {}) => write("ERROR", message, fields),
};

function requestId(): LogFields {
  const id = (globalThis as LambdaGlobals).awslambda?.InvokeStore?.getRequestId();
  // "-" outside of an invocation.
  return id === undefined || id === "-" ? {} : { requestId: id };
}

/** The line without its end. Fields that JSON can't represent are left out, and `not_logged` names them. */
function serialise(head: LogFields, fields: LogFields): string {
  try {
    // The head again, so that no field replaces one that Lambda reads.
    return oneLine(JSON.stringify({ ...head, ...fields, ...head }));
  } catch {
    const kept = Object.entries(fields).filter(([, value]) => isSerialisable(value));
    const names = new Set(kept.map(([name]) => name));
    const left = Object.keys(fields).filter((name) => !names.has(name));
    return oneLine(JSON.stringify({ ...head, ...Object.fromEntries(kept), ...head, not_logged: left }));
  }
}

/** False for cyclic values, BigInts and values whose `toJSON` or getter throws. */
function isSerialisable(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

/** JSON does not escape these two, and some readers treat them as the end of a line. */
function oneLine(json: string): string {
  return json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** An error as log fields: name, message, stack with our own lines, and the chain of causes. Never throws. */
export function errorFields(error: unknown): LogFields {
  return fieldsOf(error, MAX_CAUSES);
}

function fieldsOf(error: unknown, causes: number): LogFields {
  try {
    if (!(error instanceof Error)) return { error: String(error) };
    const cause = error.cause === undefined || causes === 0 ? {} : { cause: fieldsOf(error.cause, causes - 1) };
    const stack = typeof error.stack === "string" ? sourceStack(error.stack) : undefined;
    return { error: error.name, error_message: error.message, stack, ...cause };
  } catch {
    // A getter threw, or an object has no prototype and so no text.
    return { error: "unreadable" };
  }
}
