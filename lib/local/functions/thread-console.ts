import { format } from "node:util";

/** Lambda's default log levels: levels below INFO are dropped. */
const METHODS = { log: "INFO", info: "INFO", warn: "WARN", error: "ERROR" } as const;

/**
 * Makes `console` write as Lambda's Node runtime does under the JSON log format: one JSON line for each call, whose
 * `message` has the arguments (Lambda guide, "Log and monitor Node.js Lambda functions"; aws-lambda-ric 4.0.2,
 * `formatJsonMessage`). A string that is JSON stays a string in there.
 *
 * @param requestId the invocation's; undefined while the module loads
 */
export function replaceConsole(requestId: () => string | undefined): void {
  for (const [method, level] of Object.entries(METHODS)) {
    console[method as keyof typeof METHODS] = (...said: unknown[]) => {
      process.stdout.write(`${consoleLine(level, requestId() ?? "-", new Date(), said)}\n`);
    };
  }
  console.debug = () => undefined;
  console.trace = () => undefined;
}

/** The line of one call of `console`. */
export function consoleLine(
  level: string,
  requestId: string,
  at: Date,
  [message, ...more]: readonly unknown[],
): string {
  const line = { timestamp: at.toISOString(), level, requestId };
  if (more.length === 0) {
    try {
      return JSON.stringify({ ...line, message }, (_key, value) =>
        value instanceof Error ? errorObject(value) : value,
      );
    } catch {
      // Cyclic, or a BigInt.
      return JSON.stringify({ ...line, message: format(message) });
    }
  }
  const error = more.find((part) => part instanceof Error);
  return JSON.stringify({ ...line, message: format(message, ...more), ...(error && described(error)) });
}

const errorObject = (error: Error) => ({ ...described(error), ...error });

const described = (error: Error) => ({
  errorType: error.constructor?.name ?? "UnknownError",
  errorMessage: error.message,
  stackTrace: typeof error.stack === "string" ? error.stack.split("\n") : error.stack,
});
