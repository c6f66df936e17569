/** The identity of one series of values. */
export interface MetricName {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** One value of a metric. `at` is in milliseconds. */
export interface MetricValue {
  readonly metric: MetricName;
  readonly value: number;
  readonly at: number;
}

interface Bucket {
  sum: number;
  count: number;
  min: number;
  max: number;
  /** How often each value came. */
  readonly times: Map<number, number>;
}

export const MINUTE_MS = 60_000;

/** Reduces the values of a period to one. */
const STATISTICS = {
  Sum: (bucket: Bucket) => bucket.sum,
  Average: (bucket: Bucket) => bucket.sum / bucket.count,
  Minimum: (bucket: Bucket) => bucket.min,
  Maximum: (bucket: Bucket) => bucket.max,
  SampleCount: (bucket: Bucket) => bucket.count,
  p95: ({ count, times }: Bucket) => {
    let below = 0;
    for (const [value, often] of [...times].sort(([one], [other]) => one - other)) {
      below += often;
      if (below >= count * 0.95) return value;
    }
    throw new Error("A bucket has as many values as it counts");
  },
} as const;

export type Statistic = keyof typeof STATISTICS;

/** @throws Error for an unsupported statistic */
export function knownStatistic(name: string): Statistic {
  if (!Object.hasOwn(STATISTICS, name)) {
    throw new Error(
      `The local runner does not know the statistic ${name}; it knows ${Object.keys(STATISTICS).join(", ")}.`,
    );
  }
  return name as Statistic;
}

/** The key of a series: the order of dimensions does not matter. */
export function keyOf({ namespace, name, dimensions }: MetricName): string {
  return JSON.stringify([namespace, name, Object.entries(dimensions).sort(([one], [other]) => (one < other ? -1 : 1))]);
}

/** Values of metrics in memory, by the minute, as in CloudWatch. */
export class Metrics {
  readonly #series = new Map<string, Map<number, Bucket>>();

  put({ metric, value, at }: MetricValue): void {
    const key = keyOf(metric);
    const series = this.#series.get(key) ?? new Map<number, Bucket>();
    this.#series.set(key, series);
    const minute = Math.floor(at / MINUTE_MS);
    const bucket = series.get(minute) ?? emptyBucket();
    series.set(minute, bucket);
    add(bucket, { sum: value, count: 1, min: value, max: value, times: new Map([[value, 1]]) });
  }

  /**
   * The statistics of periods of the same length that follow each other, newest first; undefined for one without values. A
   * period has the values from its beginning up to, but not at, its end.
   *
   * @param end of the newest period; it and the length are whole minutes in milliseconds
   */
  read(metric: MetricName, statistic: Statistic, end: number, length: number, periods: number): (number | undefined)[] {
    const found = Array.from<Bucket | undefined>({ length: periods });
    const series = this.#series.get(keyOf(metric)) ?? new Map<number, Bucket>();
    for (const [minute, bucket] of bucketsBetween(series, (end - periods * length) / MINUTE_MS, end / MINUTE_MS)) {
      const period = Math.ceil((end - minute * MINUTE_MS) / length) - 1;
      const whole = found[period] ?? emptyBucket();
      found[period] = whole;
      add(whole, bucket);
    }
    return found.map((whole) => whole && STATISTICS[statistic](whole));
  }

  /** Removes values before a time, in milliseconds. */
  forget(before: number): void {
    for (const series of this.#series.values()) {
      for (const minute of series.keys()) {
        // In the order of insertion, which is about that of time.
        if (minute * MINUTE_MS >= before) break;
        series.delete(minute);
      }
    }
  }
}

const emptyBucket = (): Bucket => ({
  sum: 0,
  count: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  times: new Map(),
});

function add(whole: Bucket, part: Bucket): void {
  whole.sum += part.sum;
  whole.count += part.count;
  whole.min = Math.min(whole.min, part.min);
  whole.max = Math.max(whole.max, part.max);
  for (const [value, often] of part.times) whole.times.set(value, (whole.times.get(value) ?? 0) + often);
}

/** Iterates over the requested minutes or over the existing ones, whichever are fewer. */
function* bucketsBetween(
  series: ReadonlyMap<number, Bucket>,
  from: number,
  to: number,
): Generator<[minute: number, bucket: Bucket]> {
  if (to - from > series.size) {
    for (const [minute, bucket] of series) if (minute >= from && minute < to) yield [minute, bucket];
    return;
  }
  for (let minute = from; minute < to; minute += 1) {
    const bucket = series.get(minute);
    if (bucket !== undefined) yield [minute, bucket];
  }
}
