/** One line of the table: what was measured of Magpie, and of what it is compared with in the same run. */
export interface Figure {
  readonly name: string;
  readonly unit: "ms" | "KB";
  readonly ours: number;
  readonly against: string;
  readonly theirs: number;
  /** The ratio that is hoped for, at the most. Printed, never asserted: no clock decides a test. */
  readonly aim?: number;
}

/** The middle of the samples: one that met a busy moment of the machine says nothing. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) throw new Error("There are no samples.");
  return (low + high) / 2;
}

/**
 * Runs each of the variants once a round and keeps what they give. They take turns, since the machine's mood changes
 * within a run; the order turns too, so that none always comes after the same other. The first round warms what they
 * share (file cache, emulators) and is not kept.
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
    `${Math.round(ours)} ${unit}`,
    `${Math.round(theirs)} ${unit}`,
    (ours / theirs).toFixed(2),
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
