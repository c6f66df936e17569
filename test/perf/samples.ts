/** The value below which a share of the samples lies. @param share from 0 to 1 @throws Error without samples */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (value === undefined) throw new Error("There are no samples.");
  return value;
}

/** The slope of the straight line through samples of a memory, by least squares, in megabytes a minute. */
export function growthPerMinute(samples: readonly { readonly ms: number; readonly megabytes: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ms, megabytes] = [mean(samples.map((sample) => sample.ms)), mean(samples.map((sample) => sample.megabytes))];
  const covariance = mean(samples.map((sample) => (sample.ms - ms) * (sample.megabytes - megabytes)));
  const variance = mean(samples.map((sample) => (sample.ms - ms) ** 2));
  return variance === 0 ? 0 : (covariance / variance) * 60_000;
}
