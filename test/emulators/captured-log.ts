import { afterEach, beforeEach, vi } from "vitest";

/** One line of the log, parsed. */
export type LogLine = Readonly<Record<string, unknown>>;

/**
 * Captures the lines that are logged during each test of a file. `raw` has the lines as written, for tests of what must
 * never be in any of them.
 */
export function capturedLog(): { readonly raw: string[]; lines(message?: string): LogLine[] } {
  const raw: string[] = [];
  beforeEach(() => {
    raw.length = 0;
    vi.spyOn(process.stdout, "write").mockImplementation((line) => {
      raw.push(String(line).trimEnd());
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return {
    raw,
    lines: (message) =>
      raw
        .map((line) => JSON.parse(line) as LogLine)
        .filter((line) => message === undefined || line.message === message),
  };
}
