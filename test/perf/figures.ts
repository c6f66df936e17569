/** One line of the table: a measurement of Magpie, and that of its peer in the same run. */
export interface Figure {
  readonly name: string;
  readonly unit: "ms" | "KB" | "MB" | "units" | "points";
  readonly ours: number;
  readonly against: string;
  readonly theirs: number;
  /** The largest acceptable ratio. It is printed, never asserted: no clock decides a test. */
  readonly aim?: number | undefined;
}

/** The median of the samples: a sample at a busy moment of the machine does not count. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) throw new Error("There are no samples.");
  return (low + high) / 2;
}

/**
 * Runs each of the variants once a round and keeps the results. They take turns, since the machine's load changes within a
 * run; the order changes, too, so that no variant always follows the same other one. The first round warms up shared parts
 * (file cache, emulators) and is dropped.
 */
export async function interleaved<N extends string, T>(
  rounds: number,
  variants: Readonly<Record<N, (round: number) => Promise<T>>>,
): Promise<Record<N, T[]>> {
  const names = Object.keys(variants) as N[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<N, T[]>;
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const sample = await variants[name](round);
      if (round > 0) samples[name].push(sample);
    }
  }
  return samples;
}

/** Prints figures as one table. */
export function printFigures(figures: readonly Figure[]): void {
  const rows = figures.map(({ name, unit, ours, against, theirs, aim }) => [
    name,
    amount(ours, unit),
    amount(theirs, unit),
    theirs === 0 ? "" : (ours / theirs).toFixed(2),
    aim === undefined ? "" : `<= ${aim.toFixed(2)}`,
    against,
  ]);
  const table = [["figure", "Magpie", "other", "ratio", "aim", "other is"], ...rows];
  const widths = table.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  );
  for (const row of table) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

function amount(value: number, unit: Figure["unit"]): string {
  return `${value < 20 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
