import type { Entry } from "./journal.ts";

/** What became of one kind of requests. The lists name those concerned. */
export interface Row {
  readonly what: string;
  readonly accepted: number;
  /** Requests whose answers were lost: each may have had its effect, or not. */
  readonly unknown: number;
  readonly finished: number;
  /** Ended with a failure that its sender can see. */
  readonly failed: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly stuck: readonly string[];
  readonly toldTwice: readonly string[];
}

/** The defects that no run may have. */
export const DEFECTS = ["lost", "doubled", "stuck", "toldTwice"] as const;

/** A row without defects, to be completed. */
export function rowOf(what: string, entries: readonly Entry[], rest: Partial<Row> = {}): Row {
  const count = (outcome: Entry["outcome"]) => entries.filter((entry) => entry.outcome === outcome).length;
  const [accepted, unknown] = [count("accepted"), count("unknown")];
  const none = { lost: [], doubled: [], stuck: [], toldTwice: [] };
  return { what, accepted, unknown, finished: 0, failed: 0, ...none, ...rest };
}

/** The values that are there more than once. */
export function repeated(values: readonly string[]): string[] {
  const counts = Map.groupBy(values, (value) => value);
  return [...counts].filter(([, { length }]) => length > 1).map(([value]) => value);
}

const HEAD = ["request", "accepted", "unknown", "finished", "failed visibly", "lost", "doubled", "stuck", "told twice"];

/** The rows as one table of text, and under it the ids of every defect. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    ...[row.accepted, row.unknown, row.finished, row.failed].map(String),
    ...DEFECTS.map((defect) => String(row[defect].length)),
  ]);
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...cells].map((line) => line[column]?.length ?? 0)));
  const line = (texts: readonly string[]) =>
    texts.map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)));
  const defects = rows.flatMap((row) =>
    DEFECTS.filter((defect) => row[defect].length > 0).map(
      (defect) => `${row.what}, ${defect === "toldTwice" ? "told twice" : defect}: ${row[defect].join(", ")}`,
    ),
  );
  return [...[HEAD, ...cells].map((texts) => line(texts).join("  ")), ...defects].join("\n");
}

/** Whether any row has a defect. */
export const hasDefect = (rows: readonly Row[]) => rows.some((row) => DEFECTS.some((defect) => row[defect].length > 0));
