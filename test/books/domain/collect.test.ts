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

/** A complete run: the requests, as `startIndex+maxResults`, and how it ended. */
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
    if (answer.done) throw new Error(`nobody answers ${requests.at(-1)}`);
    const after = afterPage(state, answer.value);
    if (after.stop !== null) return end(after.state, after.stop);
    state = after.state;
  }
}

type Conversation = {
  readonly name: string;
  readonly from?: Partial<CollectState>;
  readonly answers: readonly PageOutcome[];
  readonly requests: readonly string[];
  /** By default `exhausted`. */
  readonly reason?: string | null;
  readonly exhaustedBy?: "empty" | "total";
  readonly error?: string;
};

const conversations: readonly Conversation[] = [
  {
    name: "pages until the run has its fill",
    answers: [page(40, 150), page(40, 150)],
    requests: ["0+40", "40+40"],
    reason: "max_per_run",
  },
  {
    name: "the next run goes on from there and reaches the total",
    from: { startIndex: 80 },
    answers: [page(40, 150), page(30, 150)],
    requests: ["80+40", "120+40"],
    exhaustedBy: "total",
  },
  {
    name: "a small run does not ask for a whole page",
    from: { maxPerRun: 10 },
    answers: [page(10, 150)],
    requests: ["0+10"],
    reason: "max_per_run",
  },
  {
    name: "the last page of a run asks for what is left",
    from: { maxPerRun: 50 },
    answers: [page(40, 150), page(10, 150)],
    requests: ["0+40", "40+10"],
    reason: "max_per_run",
  },
  {
    name: "a short page moves by what it brought, and the rest is asked for",
    answers: [page(25, 150), page(40, 150), page(15, 150)],
    requests: ["0+40", "25+40", "65+15"],
    reason: "max_per_run",
  },
  {
    name: "nothing found at all",
    answers: [page(0, 0)],
    requests: ["0+40"],
    exhaustedBy: "empty",
  },
  {
    name: "a page without items, the total still far above",
    from: { startIndex: 40 },
    answers: [page(0, 1_000_000)],
    requests: ["40+40"],
    exhaustedBy: "empty",
  },
  {
    name: "the total reached exactly",
    answers: [page(40, 40)],
    requests: ["0+40"],
    exhaustedBy: "total",
  },
  {
    name: "one more than the position is not the end",
    answers: [page(40, 41), page(1, 41)],
    requests: ["0+40", "40+40"],
    exhaustedBy: "total",
  },
  {
    name: "a total that dips below the position, though items came",
    from: { startIndex: 400 },
    answers: [page(40, 300)],
    requests: ["400+40"],
    exhaustedBy: "total",
  },
  {
    name: "totals that wobble above the position",
    from: { maxPerRun: 200 },
    answers: [page(40, 90), page(40, 3_000), page(40, 121), page(40, 161), page(0, 2_000)],
    requests: ["0+40", "40+40", "80+40", "120+40", "160+40"],
    exhaustedBy: "empty",
  },
  {
    name: "the limit of the run counts before the end of the results",
    answers: [page(40, 80), page(40, 80)],
    requests: ["0+40", "40+40"],
    reason: "max_per_run",
  },
  {
    name: "which the next run then finds",
    from: { startIndex: 80 },
    answers: [page(0, 80)],
    requests: ["80+40"],
    exhaustedBy: "empty",
  },
  {
    name: "no total, but items: on it goes",
    answers: [page(40, null), page(40, null)],
    requests: ["0+40", "40+40"],
    reason: "max_per_run",
  },
  {
    name: "no total and no items: neither an end nor a loop",
    answers: [page(40, null), page(0, null)],
    requests: ["0+40", "40+40"],
    reason: "error",
    error: "google_no_total",
  },
  {
    name: "more items than asked for: none is dropped",
    from: { maxPerRun: 10 },
    answers: [page(40, 150)],
    requests: ["0+10"],
    reason: "max_per_run",
  },
  {
    name: "the quota ends in mid-run: what came before stays",
    answers: [page(40, 150), quota],
    requests: ["0+40", "40+40"],
    reason: "quota",
  },
  {
    name: "no quota from the first request on",
    from: { startIndex: 120 },
    answers: [quota],
    requests: ["120+40"],
    reason: "quota",
  },
  {
    name: "an error in mid-run: what came before stays",
    answers: [page(40, 150), invalidKey],
    requests: ["0+40", "40+40"],
    reason: "error",
    error: "google_api_key_invalid",
  },
  {
    name: "passing trouble that outlasted every try",
    from: { startIndex: 40 },
    answers: [transient],
    requests: ["40+40"],
    reason: "error",
    error: "upstream_error",
  },
  {
    name: "a run of nothing",
    from: { maxPerRun: 0, startIndex: 40 },
    answers: [],
    requests: [],
    reason: null,
  },
  {
    name: "a run that was taken up again after its last page",
    from: { collected: 80, startIndex: 80 },
    answers: [],
    requests: [],
    reason: "max_per_run",
  },
];

describe("a run", () => {
  it.each(conversations)("$name", ({ from, answers, requests, reason = "exhausted", exhaustedBy = null, error }) => {
    const start = beginning(from);
    const found = answers.reduce((sum, answer) => sum + (answer.kind === "page" ? answer.returned : 0), 0);
    const moved = { startIndex: start.startIndex + found, collected: start.collected + found };
    const isExhausted = reason === "exhausted";
    const run = converse(start, answers);
    // It moves by what the pages brought, and drops none of it.
    expect(run).toMatchObject({ requests, isExhausted, ...moved });
    expect(run.stop).toMatchObject({
      ...{ reason, isExhausted, exhaustedBy },
      ...(error !== undefined && { error: { code: error, message: expect.stringMatching(/\.$/) } }),
    });
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
