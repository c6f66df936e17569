import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CollectState, PageOutcome, Step } from "../../../lambdas/books/domain/collect.ts";
import { afterCheckedPage, afterPage, nextStep, retryDelayMs } from "../../../lambdas/books/domain/collect.ts";

const beginning = (changes: Partial<CollectState> = {}): CollectState => ({
  startIndex: 0,
  isExhausted: false,
  collected: 0,
  maxPerRun: 80,
  ...changes,
});
const page = (returned: number, totalItems: number | null): PageOutcome => ({ kind: "page", returned, totalItems });
const quota: PageOutcome = { kind: "quota", limit: "day" };
const transient: PageOutcome = { kind: "transient", code: "upstream_error", retryAfterSeconds: null };
const invalidKey: PageOutcome = { kind: "error", code: "google_api_key_invalid", message: "Another key." };

/** A complete run: its requests, as `startIndex+maxResults`, and how it ended. */
function converse(start: CollectState, answers: Iterable<PageOutcome>) {
  const requests: string[] = [];
  const left = answers[Symbol.iterator]();
  const end = (state: CollectState, stop: Extract<Step, { kind: "stop" }> | object) => {
    const { startIndex, isExhausted, collected } = state;
    return { requests, startIndex, isExhausted, collected, stop };
  };
  for (let state = start; ; ) {
    const step = nextStep(state);
    if (step.kind === "stop") return end(state, step);
    requests.push(`${step.startIndex}+${step.maxResults}`);
    const answer = left.next();
    if (answer.done) throw new Error(`There is no answer to ${requests.at(-1)}.`);
    const after = afterPage(state, answer.value);
    if (after.stop !== null) return end(after.state, after.stop);
    state = after.state;
  }
}

/** How a run ends: its reason, and what it was exhausted by, or the code of its error. */
type End = readonly [reason: string | null, cause?: string];
const FULL: End = ["max_per_run"];

const conversations: readonly (readonly [
  what: string,
  from: Partial<CollectState>,
  answers: readonly PageOutcome[],
  requests: readonly string[],
  end: End,
])[] = [
  ["pages until the run's limit", {}, [page(40, 150), page(40, 150)], ["0+40", "40+40"], FULL],
  [
    "the next run continues there, and reaches the total",
    { startIndex: 80 },
    [page(40, 150), page(30, 150)],
    ["80+40", "120+40"],
    ["exhausted", "total"],
  ],
  ["a small run does not request a whole page", { maxPerRun: 10 }, [page(10, 150)], ["0+10"], FULL],
  [
    "the last page of a run requests what is left",
    { maxPerRun: 50 },
    [page(40, 150), page(10, 150)],
    ["0+40", "40+10"],
    FULL,
  ],
  [
    "a short page moves by its items, and the rest is requested",
    {},
    [page(25, 150), page(40, 150), page(15, 150)],
    ["0+40", "25+40", "65+15"],
    FULL,
  ],
  ["nothing is found", {}, [page(0, 0)], ["0+40"], ["exhausted", "empty"]],
  [
    "a page without items, far below the total",
    { startIndex: 40 },
    [page(0, 1_000_000)],
    ["40+40"],
    ["exhausted", "empty"],
  ],
  ["the total reached exactly", {}, [page(40, 40)], ["0+40"], ["exhausted", "total"]],
  [
    "one more than the position is not the end",
    {},
    [page(40, 41), page(1, 41)],
    ["0+40", "40+40"],
    ["exhausted", "total"],
  ],
  [
    "a total that dips below the position, though items came",
    { startIndex: 400 },
    [page(40, 300)],
    ["400+40"],
    ["exhausted", "total"],
  ],
  [
    "totals that wobble above the position",
    { maxPerRun: 200 },
    [page(40, 90), page(40, 3_000), page(40, 121), page(40, 161), page(0, 2_000)],
    ["0+40", "40+40", "80+40", "120+40", "160+40"],
    ["exhausted", "empty"],
  ],
  [
    "the limit of the run counts before the end of the results",
    {},
    [page(40, 80), page(40, 80)],
    ["0+40", "40+40"],
    FULL,
  ],
  [
    "the end of the results, which the next run finds",
    { startIndex: 80 },
    [page(0, 80)],
    ["80+40"],
    ["exhausted", "empty"],
  ],
  ["no total, but items: the run continues", {}, [page(40, null), page(40, null)], ["0+40", "40+40"], FULL],
  [
    "no total and no items: neither an end nor a loop",
    {},
    [page(40, null), page(0, null)],
    ["0+40", "40+40"],
    ["error", "google_no_total"],
  ],
  ["more items than asked for: none is dropped", { maxPerRun: 10 }, [page(40, 150)], ["0+10"], FULL],
  ["the quota is used up within a run: earlier pages stay", {}, [page(40, 150), quota], ["0+40", "40+40"], ["quota"]],
  ["no quota for the first request", { startIndex: 120 }, [quota], ["120+40"], ["quota"]],
  [
    "an error within a run: earlier pages stay",
    {},
    [page(40, 150), invalidKey],
    ["0+40", "40+40"],
    ["error", "google_api_key_invalid"],
  ],
  ["a transient failure in every attempt", { startIndex: 40 }, [transient], ["40+40"], ["error", "upstream_error"]],
  ["a run that may collect nothing", { maxPerRun: 0, startIndex: 40 }, [], [], [null]],
  ["a run that is resumed after its last page", { collected: 80, startIndex: 80 }, [], [], FULL],
];

describe("a run", () => {
  it.each(conversations)("%s", (_what, from, answers, requests, [reason, cause]) => {
    const start = beginning(from);
    const found = answers.reduce((sum, answer) => sum + (answer.kind === "page" ? answer.returned : 0), 0);
    const moved = { startIndex: start.startIndex + found, collected: start.collected + found };
    const isExhausted = reason === "exhausted";
    const run = converse(start, answers);
    // It moves by the number of items, and leaves none out.
    expect(run).toMatchObject({ requests, isExhausted, ...moved });
    expect(run.stop).toMatchObject({ reason, isExhausted, exhaustedBy: isExhausted ? cause : null });
    if (reason === "error")
      expect(run.stop).toMatchObject({ error: { code: cause, message: expect.stringMatching(/\.$/) } });
  });

  it.each([[80], [0]])("makes no request with an exhausted cursor and %i to collect", (maxPerRun) => {
    const run = converse(beginning({ startIndex: 120, isExhausted: true, maxPerRun }), []);
    expect(run).toMatchObject({ requests: [], startIndex: 120, isExhausted: true, collected: 0 });
    expect(run.stop).toMatchObject({ reason: "exhausted", exhaustedBy: null });
  });

  it("names Google's limit that was reached", () => {
    expect(afterPage(beginning(), quota).stop).toMatchObject({ limit: "day" });
  });

  const total = fc.option(fc.nat({ max: 3_000 }));
  const outcome: fc.Arbitrary<PageOutcome> = fc.oneof(
    { weight: 12, arbitrary: fc.tuple(fc.integer({ min: 1, max: 60 }), total).map((drawn) => page(...drawn)) },
    { weight: 2, arbitrary: total.map((totalItems) => page(0, totalItems)) },
    { weight: 1, arbitrary: fc.constantFrom(quota, transient, invalidKey) },
  );
  const answers = fc.infiniteStream(outcome);
  const start = fc
    .record({ startIndex: fc.nat({ max: 2_000 }), maxPerRun: fc.nat({ max: 1_000 }) })
    .map((changes) => beginning(changes));

  it("keeps its invariants for any pages and totals", () => {
    fc.assert(
      fc.property(start, answers, (from, stream) => {
        let state = from;
        for (let requests = 0; ; requests += 1) {
          // Every page advances or ends the run.
          expect(requests).toBeLessThanOrEqual(from.maxPerRun);
          const step = nextStep(state);
          if (step.kind === "stop") {
            expect(step.reason).toBe(from.maxPerRun === 0 ? null : "max_per_run");
            expect(from.maxPerRun === 0 || requests > 0).toBe(true);
            return;
          }
          expect(step.startIndex).toBe(state.startIndex);
          expect(step.maxResults).toBeGreaterThan(0);
          expect(step.maxResults).toBeLessThanOrEqual(40);
          expect(state.collected + step.maxResults).toBeLessThanOrEqual(from.maxPerRun);
          const [answer = quota] = stream.take(1);
          const after = afterPage(state, answer);
          const moved = answer.kind === "page" ? answer.returned : 0;
          expect(after.state.startIndex).toBe(state.startIndex + moved);
          expect(after.state.collected).toBe(state.collected + moved);
          expect(after.state.isExhausted).toBe(after.stop?.reason === "exhausted");
          if (after.stop?.reason === "exhausted") {
            expect(answer).toMatchObject({ kind: "page", totalItems: expect.any(Number) });
            const atEnd = answer.kind === "page" && (answer.totalItems ?? Infinity) <= after.state.startIndex;
            expect(moved === 0 || atEnd).toBe(true);
            expect(after.state.collected).toBeLessThan(from.maxPerRun);
          }
          if (after.stop !== null) return;
          expect(moved).toBeGreaterThan(0);
          state = after.state;
        }
      }),
    );
  });

  it("requests, over many runs, every position of the list once, and then nothing", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 400 }),
        fc.integer({ min: 1, max: 130 }),
        fc.nat({ max: 50 }),
        (size, maxPerRun, above) => {
          const seen: number[] = [];
          let cursor = { startIndex: 0, isExhausted: false };
          for (let runs = 0; !cursor.isExhausted; runs += 1) {
            expect(runs).toBeLessThanOrEqual(size / maxPerRun + 1);
            let state: CollectState = { ...cursor, collected: 0, maxPerRun };
            for (let step = nextStep(state); step.kind === "request"; step = nextStep(state)) {
              const { startIndex, maxResults } = step;
              const returned = Math.max(0, Math.min(maxResults, size - startIndex));
              for (let place = startIndex; place < startIndex + returned; place += 1) seen.push(place);
              state = afterPage(state, page(returned, size + above)).state;
            }
            cursor = { startIndex: state.startIndex, isExhausted: state.isExhausted };
          }
          expect(seen).toEqual(Array.from({ length: size }, (_, place) => place));
          expect(converse(beginning(cursor), []).requests).toEqual([]);
        },
      ),
    );
  });
});

describe("a check for new publications", () => {
  const exhausted = { reason: "exhausted", isExhausted: true, exhaustedBy: null };

  it("ends at a page whose books were known before, and moves over it", () => {
    const after = afterCheckedPage(beginning(), page(40, 90), true);
    expect(after).toEqual({ ...afterPage(beginning(), page(40, 90)), stop: exhausted });
    expect(after.state.startIndex).toBe(40);
  });

  it.each([quota, transient, invalidKey, page(40, 90), page(0, 0)])("else goes on like any run: %j", (outcome) => {
    expect(afterCheckedPage(beginning(), outcome, false)).toEqual(afterPage(beginning(), outcome));
    if (outcome.kind === "page") return;
    expect(afterCheckedPage(beginning(), outcome, true)).toEqual(afterPage(beginning(), outcome));
  });
});

describe("retryDelayMs", () => {
  it.each([
    [1, 0, 1_000],
    [1, 0.5, 1_250],
    [2, 0.5, 2_500],
    [3, 0.5, 5_000],
    [3, 0.999, 5_998],
  ])("waits after try %i, with jitter %d: %i ms", (attempt, random, wait) => {
    expect(retryDelayMs(attempt, random)).toBe(wait);
  });

  it.each([[4], [5], [100]])("makes no further try after try %i", (attempt) => {
    expect(retryDelayMs(attempt, 0.5)).toBeNull();
    expect(retryDelayMs(attempt, 0.5, 1)).toBeNull();
  });

  it("waits at least the Retry-After", () => {
    expect(retryDelayMs(1, 0.5, 30)).toBe(30_000);
    expect(retryDelayMs(3, 0.5, 1)).toBe(5_000);
    expect(retryDelayMs(1, 0, null)).toBe(1_000);
  });
});
