import type { Fields } from "./matching-fields.ts";

/** A log code. */
const CODE = /^[a-z][a-z0-9_]*$/;

/**
 * A line in the form in which a function or the API's access log writes it, with other fields; the runtime's envelope
 * stays.
 *
 * @param line a whole log event
 * @returns undefined for a line of another origin, e.g. the platform's
 */
export function lineWith(line: string, fields: Fields): string | undefined {
  const parsed = objectIn(line);
  return parsed === undefined ? undefined : changed(parsed, fields);
}

/** A line in the form of lambdas/shared/log.ts. */
export function ownLogLine(fields: Fields, now: Date): string {
  const line = { level: "WARN", timestamp: now.toISOString(), message: "" };
  return changed(line, new Map([["message", "example"], ...fields])) ?? "";
}

/** Sets the fields beside the log code: at the top level, in an object, or in JSON within a text. */
function changed(line: Record<string, unknown>, fields: Fields): string | undefined {
  const { message, type } = line;
  // Lambda's own lines have a type. Those of the API's access log have neither, and always have all their fields.
  if (message === undefined && type === undefined) {
    return withFields(line, new Map([...fields].filter(([field]) => field in line)));
  }
  if (typeof message === "string") {
    const inner = objectIn(message);
    if (inner !== undefined) {
      const text = changed(inner, fields);
      return text === undefined ? undefined : JSON.stringify({ ...line, message: text });
    }
    if (message !== "" && !CODE.test(message)) return undefined;
    return withFields(line, fields);
  }
  if (typeof message !== "object" || message === null) return undefined;
  const text = changed(message as Record<string, unknown>, fields);
  return text === undefined ? undefined : JSON.stringify({ ...line, message: JSON.parse(text) });
}

function withFields(line: Record<string, unknown>, fields: Fields): string {
  const copy = structuredClone(line);
  for (const [path, value] of fields) setAt(copy, path.split("."), value);
  return JSON.stringify(copy);
}

function setAt(object: Record<string, unknown>, [key = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    object[key] = value;
    return;
  }
  const inner = object[key];
  const next: Record<string, unknown> = typeof inner === "object" && inner !== null ? { ...inner } : {};
  object[key] = next;
  setAt(next, rest, value);
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
