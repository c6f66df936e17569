/**
 * Fields of a log line that a reader of the terminal does not need: `--verbose` and the stored log have them. What reconcile
 * `completed` itself, such as the first publication of the site's documents, needs nobody.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "timestamp",
  "level",
  "message",
  "correlation_id",
  "cold_start",
  "completed",
]);

/**
 * Shortens a line of a function's log for the terminal.
 *
 * A line of level WARN or ERROR, and a line that is not JSON of the logger, stays whole: it is what the reader needs.
 *
 * @param name the function, without the stage
 * @returns null for a schedule that found nothing to do
 */
export function shortenLine(name: string, line: string): string | null {
  const entry = parseEntry(line);
  if (entry === undefined || entry.level !== "INFO") return `[${name}] ${line}`;
  const { message, route, status, duration_ms: duration, user_id: user, ...rest } = entry;
  const time = String(entry.timestamp).slice(11, 19);
  if (message === "request_answered") return `${time} ${route} ${status} ${duration} ms${user ? ` ${user}` : ""}`;
  const fields = Object.entries(rest).filter(([field, value]) => !LEFT_OUT.has(field) && value !== null);
  if (message === "schedule_done" && fields.every(([, value]) => value === 0)) return null;
  return [time, name, message, ...fields.map(([field, value]) => `${field}=${textOf(value)}`)].join(" ");
}

function parseEntry(line: string): Readonly<Record<string, unknown>> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
