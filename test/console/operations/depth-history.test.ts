import { describe, expect, it } from "vitest";
import type { DepthSample } from "../../../console/operations/queues/depth-history.ts";
import { depthSeries, withSample } from "../../../console/operations/queues/depth-history.ts";

const START = Date.parse("2026-11-22T09:00:00.000Z");

/** Samples of one queue: its depths by the seconds since the start. */
function samplesOf(depths: Readonly<Record<number, number>>): readonly DepthSample[] {
  return Object.entries(depths).reduce<readonly DepthSample[]>(
    (samples, [seconds, depth]) =>
      withSample(samples, [{ name: "oembed-fetch", depth }], START + Number(seconds) * 1_000),
    [],
  );
}

describe("the depths of a queue", () => {
  it.each([
    ["end with the latest, and a slot shows its highest", { 0: 1, 5: 7, 9: 3, 10: 2 }, [null, 7, 2]],
    ["have a gap for the time in which nobody looked", { 0: 4, 40: 5 }, [4, null, null, null, 5]],
  ])("%s", (_, depths: Readonly<Record<number, number>>, last) => {
    const series = depthSeries(samplesOf(depths), "oembed-fetch");
    expect([series.length, series.slice(-last.length)]).toEqual([60, last]);
  });

  it("are forgotten after ten minutes", () => {
    const samples = samplesOf({ 0: 9, 300: 1, 600: 2 });
    expect(samples).toHaveLength(2);
    expect(depthSeries(samples, "oembed-fetch").filter((depth) => depth !== null)).toEqual([1, 2]);
  });

  it("do not exist for an unknown queue, nor before the first sample", () => {
    expect(depthSeries(samplesOf({ 0: 1 }), "another").every((depth) => depth === null)).toBe(true);
    expect(depthSeries([], "oembed-fetch").every((depth) => depth === null)).toBe(true);
  });
});
