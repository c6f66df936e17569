import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Reads a text of a given length and drops the result. */
export interface Reading {
  /** Makes the text. @param size in bytes: the text must not be longer, and should be almost as long */
  readonly make: (size: number) => string;
  readonly read: (text: string) => unknown;
  /** The time of a part of the work that has a limit of its own (`Reader`), in milliseconds: no ratio begins below it. */
  readonly atMost?: number | undefined;
}

/** The limit of CPU time for the largest text, in milliseconds, on a machine that does `referenceWork` in `REFERENCE_TIME`. */
const MAX_TIME = 1_000;
/** The allowed ratio of the times of two texts of which one is twice as long: 2, plus the cost of memory. */
const MAX_RATIO = 2.6;
/**
 * Shorter times are not used for a ratio, in milliseconds. Even in quadratic time, twice the text then stays under
 * `MAX_TIME`. Ratios of short times vary with garbage collection and with what other processes leave of the CPU's caches.
 */
const LEAST_TIME = MAX_TIME / 4;
/** The smallest size, in bytes. */
const FIRST_SIZE = 8 * 1_024;
/** How many times as large each further size is: in quadratic time, none takes much over a minute. */
const STEP = 8;
/**
 * The largest number of measurements of one size; the shortest one counts. Garbage collection and page faults count as CPU
 * time, too: one reading of 100 ms has taken 2.7 s on a busy machine.
 */
const ATTEMPTS = 10;
/**
 * If a second reading takes this long, the first was no outlier, in milliseconds: more attempts would only delay the
 * failure.
 */
const CERTAIN = 10 * MAX_TIME;

/** Milliseconds of CPU time for the work that the speed of the machine is measured with. */
const REFERENCE_TIME = 75;
/** Rounds of that work: about as long as the slowest permitted reading, since the speed changes from moment to moment. */
const REFERENCE_ROUNDS = 12;

// vitest can't set a flag of the process for one file. The garbage of other tests must not count as a reader's cost.
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** The CPU time that this thread spends on some work, in milliseconds. Other processes and threads don't count. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const REFERENCE_TEXT = JSON.stringify(
  Array.from({ length: 20_000 }, (_, index) => ({ id: `m${index}`, name: "a camera", price: index })),
);

function referenceWork(): void {
  for (let round = 0; round < 5; round += 1) JSON.parse(JSON.stringify(JSON.parse(REFERENCE_TEXT)));
}

/**
 * How many times as long as on the reference machine work takes here and now, at least 1: the CPU time of one work doubles
 * when other processes use the same core and its caches.
 */
async function slowness(): Promise<number> {
  referenceWork();
  const time = await cpuTime(() => {
    for (let round = 0; round < REFERENCE_ROUNDS; round += 1) referenceWork();
  });
  return Math.max(1, time / REFERENCE_ROUNDS / REFERENCE_TIME);
}

/**
 * Whether the largest text takes time linear in it, and at most a second. The sizes before it grow step by step: quadratic
 * time is found in one of them, before it takes hours.
 *
 * @param limit the size of the reader's largest text, in bytes
 * @param share the tested share of the limit, for a shorter test
 * @returns the failure in a few words; null if there is none
 */
export async function linearTimeViolation(
  { make, read, atMost = 0 }: Reading,
  limit: number,
  share = 1,
): Promise<string | null> {
  const largest = limit * share;
  const leastTime = Math.max(LEAST_TIME, atMost);
  const time = async (size: number, isRepeated = false) => {
    const text = make(size);
    if (isRepeated) collectGarbage();
    return cpuTime(() => read(text));
  };
  const tooLong = (milliseconds: number, size: number) =>
    `${Math.round(milliseconds)} ms for ${Math.round(size / 1_024)} KiB of ${Math.round(limit / 1_024)}`;
  for (let size = Math.min(FIRST_SIZE, largest / 2); ; size = Math.min(STEP * size, largest)) {
    let whole = await time(size);
    // A half is not measured if its time would be too short for a ratio, even in quadratic time.
    const hasRatio = size === largest && whole > MAX_RATIO * leastTime;
    let half = hasRatio ? await time(size / 2) : Number.POSITIVE_INFINITY;
    const maxTime = whole > MAX_TIME ? MAX_TIME * (await slowness()) : MAX_TIME;
    // Both are measured again: the first use of a reader compiles it, and garbage may be collected at any time.
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      const isFine = whole <= maxTime && (half < leastTime || whole <= MAX_RATIO * half);
      if (isFine || (attempt > 1 && whole > CERTAIN)) break;
      if (hasRatio) half = Math.min(half, await time(size / 2, true));
      whole = Math.min(whole, await time(size, true));
    }
    if (whole > maxTime && whole > MAX_TIME * (await slowness())) return tooLong(whole, size);
    if (half >= leastTime && whole > MAX_RATIO * half) {
      return `${(whole / half).toFixed(1)} times as long for twice as much: ${tooLong(whole, size)}`;
    }
    if (size === largest) return null;
  }
}
