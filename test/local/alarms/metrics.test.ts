import { expect, it } from "vitest";
import type { Statistic } from "../../../lib/local/alarms/metrics.ts";
import { Metrics, MINUTE_MS } from "../../../lib/local/alarms/metrics.ts";

const metric = { namespace: "Magpie", name: "Latency", dimensions: {} };

it.each<[Statistic, number]>([
  ["Sum", 210],
  ["Average", 10.5],
  ["Minimum", 1],
  ["Maximum", 20],
  ["SampleCount", 20],
  ["p95", 19],
])("%s of twenty values in two minutes", (statistic, expected) => {
  const metrics = new Metrics();
  for (let value = 1; value <= 20; value += 1) metrics.put({ metric, value, at: (value % 2) * MINUTE_MS });
  expect(metrics.read(metric, statistic, 2 * MINUTE_MS, 2 * MINUTE_MS, 1)).toEqual([expected]);
});
