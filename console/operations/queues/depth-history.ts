import type { QueueDepths } from "../../../client/index.ts";

export interface DepthSample {
  readonly at: number;
  readonly depths: Readonly<Record<string, number>>;
}

/** The small lines show this many slots of this many milliseconds: ten minutes. */
const SLOTS = 60;
const SLOT_MS = 10_000;

/** The samples with a new one, without those that the lines show no longer. */
export function withSample(
  samples: readonly DepthSample[],
  queues: readonly Pick<QueueDepths, "name" | "depth">[],
  at: number,
): readonly DepthSample[] {
  const depths = Object.fromEntries(queues.map(({ name, depth }) => [name, depth]));
  return [...samples.filter((sample) => slotOf(sample.at) > slotOf(at) - SLOTS), { at, depths }];
}

/**
 * The depths of a queue over the last ten minutes, the oldest first: the highest of each slot, null for a slot without a
 * sample.
 */
export function depthSeries(samples: readonly DepthSample[], name: string): readonly (number | null)[] {
  const series = new Array<number | null>(SLOTS).fill(null);
  const last = samples.at(-1);
  if (last === undefined) return series;
  for (const { at, depths } of samples) {
    const slot = SLOTS - 1 - (slotOf(last.at) - slotOf(at));
    const depth = depths[name];
    if (depth !== undefined && slot >= 0) series[slot] = Math.max(series[slot] ?? 0, depth);
  }
  return series;
}

function slotOf(at: number): number {
  return Math.floor(at / SLOT_MS);
}
