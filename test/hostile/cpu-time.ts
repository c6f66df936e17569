import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What a text of a length costs: reads it and forgets what came of it. */
export interface Reading {
  /** Makes the text. @param size in bytes, which it must not exceed and should come close to */
  readonly make: (size: number) => string;
  readonly read: (text: string) => unknown;
}

/** CPU time at the limit at the most, in milliseconds. */
const MAX_TIME = 1_000;
/** How much more time a text of twice the size may take: twice as much, and what memory costs on top of it. */
const MAX_RATIO = 2.6;
/**
 * Times below are no base of a ratio, in milliseconds: some systems count CPU time in steps of four, and what is bounded by
 * a number of its own may grow faster until that is reached.
 */
const LEAST_TIME = 100;
/** The first size that is tried, in bytes. */
const FIRST_SIZE = 8 * 1_024;
/**
 * Measurements of one size at the most; the least of them counts. A collection of garbage and memory that the system fetches
 * back are counted as CPU time too: one reading of 100 ms has taken 2.7 s on a busy machine.
 */
const ATTEMPTS = 10;
/** A second reading that takes so long is no accident, in milliseconds: more attempts would only make the failure late. */
const HOPELESS = 10 * MAX_TIME;

// A flag of the process cannot be given by vitest to one file. The garbage of other tests is no cost of a reader.
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** CPU time that this thread spends on some work, in milliseconds: what else the machine does is not counted. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Whether time grows no faster than the size of what is read, and stays under a second at the limit. Sizes go up step by
 * step, so that what takes the square of the size is found before it takes hours.
 *
 * @param limit the largest size that the reader is ever given, in bytes
 * @param share how much of the limit is tried where not all of it is
 * @returns what is wrong, in a few words; null if nothing is
 */
export async function offenceAgainstLinearTime(
  { make, read }: Reading,
  limit: number,
  share = 1,
): Promise<string | null> {
  const largest = limit * share;
  const time = async (size: number, isRepeated = false) => {
    const text = make(size);
    if (isRepeated) collectGarbage();
    return cpuTime(() => read(text));
  };
  const tooLong = (milliseconds: number, size: number) =>
    `${Math.round(milliseconds)} ms for ${Math.round(size / 1_024)} KiB of ${Math.round(limit / 1_024)}`;
  let size = Math.min(FIRST_SIZE, largest / 2);
  for (let half = await time(size); ; ) {
    const next = Math.min(2 * size, largest);
    let whole = await time(next);
    // A second try of both: the first use of a reader compiles it, and memory is tidied at any moment.
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      const isFine = whole <= MAX_TIME && (half < LEAST_TIME || whole <= MAX_RATIO * half);
      if (isFine || (attempt > 1 && whole > HOPELESS)) break;
      half = Math.min(half, await time(size, true));
      whole = Math.min(whole, await time(next, true));
    }
    if (whole > MAX_TIME) return tooLong(whole, next);
    if (half >= LEAST_TIME && whole > MAX_RATIO * half) {
      return `${(whole / half).toFixed(1)} times as long for twice as much: ${tooLong(whole, next)}`;
    }
    if (next >= largest) return null;
    // The last step is to the limit itself, from half of it.
    const isLast = 2 * next > largest && next < largest;
    size = isLast ? largest / 2 : next;
    half = isLast ? await time(size) : whole;
  }
}
