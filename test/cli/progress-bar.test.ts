import { expect, it } from "vitest";
import type { Cli } from "../../lib/cli/cli.ts";
import { progressBar } from "../../lib/cli/moving/progress-bar.ts";
import { TestClock } from "../client/test-clock.ts";

/** A bar with or without a total, its clock, and its output. */
function barOf(total?: number) {
  const shown: string[] = [];
  const clock = new TestClock({ skipping: true });
  const cli: Pick<Cli, "bar" | "clock"> = { bar: (line) => shown.push(line), clock };
  return { shown, clock, bar: progressBar(cli as Cli, "entries", total) };
}

it.each([
  ["begins without a time that is left", 1_000, 0, 0, "0% of 1,000 entries, 0/s"],
  ["rounds per cent down", 1_000, 999, 1_000, "99% of 1,000 entries, 999/s, 0:01 left"],
  ["has seconds with two digits", 10, 1, 1_000, "10% of 10 entries, 1/s, 0:09 left"],
  ["has minutes", 126, 1, 1_000, "0% of 126 entries, 1/s, 2:05 left"],
  ["has hours, and minutes with two digits", 3_783, 60, 60_000, "1% of 3,783 entries, 1/s, 1:02:03 left"],
  ["has hours from sixty minutes on", 3_601, 1, 1_000, "0% of 3,601 entries, 1/s, 1:00:00 left"],
  ["has the rate of thousands", 20_000, 5_000, 1_000, "25% of 20,000 entries, 5,000/s, 0:03 left"],
  ["is full where there is nothing to do", 0, 0, 1_000, "100% of 0 entries, 0/s"],
])("a bar %s", (_, total, done, milliseconds, text) => {
  const { bar, clock, shown } = barOf(total);
  clock.advance(milliseconds);
  bar.update(done);
  const [drawn = ""] = shown;
  expect(drawn.slice(drawn.indexOf("]") + 2)).toBe(text);
  const part = total === 0 ? 1 : done / total;
  expect(drawn).toMatch(new RegExp(`^\\[#{${Math.floor(24 * part)}} {${24 - Math.floor(24 * part)}}\\] `));
});

it("a count without a total has its rate", () => {
  const { bar, clock, shown } = barOf();
  clock.advance(2_000);
  bar.update(3_000);
  expect(shown).toEqual(["3,000 entries, 1,500/s"]);
});

it("a bar changes ten times a second at the most", () => {
  const { bar, clock, shown } = barOf();
  for (const [done, milliseconds] of [
    [1, 0],
    [2, 99],
    [3, 1],
    [4, 99],
    [5, 1],
  ] as const) {
    clock.advance(milliseconds);
    bar.update(done);
  }
  expect(shown.map((line) => line[0])).toEqual(["1", "3", "5"]);
});

it("pauses, and the end, are shown at once", () => {
  const { bar, shown } = barOf();
  bar.pause(1_500);
  bar.end();
  expect(shown).toEqual(["The API asks for a pause of 2 s.", ""]);
});

it("a long pause is printed without a terminal, too, once for all requests that must wait", () => {
  const told: string[] = [];
  const cli: Pick<Cli, "bar" | "clock" | "progress"> = {
    bar: null,
    clock: new TestClock({ skipping: true }),
    progress: (line) => told.push(line),
  };
  const bar = progressBar(cli as Cli, "entries", 10);
  for (const waitMs of [59_999, 3_600_000, 3_600_001, 1_000]) bar.pause(waitMs);
  expect(told).toEqual([
    expect.stringMatching(/^The API asks for a pause until \d\d:\d\d.*; then the import goes on\.$/),
  ]);
});
