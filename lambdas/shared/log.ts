/**
 * One JSON line an event, with a stable `message` code to search for. Lambda's JSON log format takes such a line as it
 * stands and filters it by `level`. Bodies, tokens and URLs with a query never go in.
 */
type Level = "DEBUG" | "INFO" | "WARN" | "ERROR";
export type LogFields = Readonly<Record<string, unknown>>;

function write(level: Level, message: string, fields: LogFields): void {
  const line = JSON.stringify({ level, timestamp: new Date().toISOString(), message, ...fields });
  if (level === "ERROR") console.error(line);
  else if (level === "WARN") console.warn(line);
  else if (level === "INFO") console.info(line);
  else console.debug(line);
}

export const log = {
  debug: (message: string, fields: LogFields = {}) => write("DEBUG", message, fields),
  info: (message: string, fields: LogFields = {}) => write("INFO", message, fields),
  warn: (message: string, fields: LogFields = {}) => write("WARN", message, fields),
  error: (message: string, fields: LogFields = {}) => write("ERROR", message, fields),
};

/** An error as log fields: name, message, stack and the chain of causes. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  const cause = error.cause === undefined ? {} : { cause: errorFields(error.cause) };
  return { error: error.name, error_message: error.message, stack: error.stack, ...cause };
}
