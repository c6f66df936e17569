import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { RunEnd, TimetableOptions } from "../../client/timetable.ts";
import { Timetable } from "../../client/timetable.ts";
import { TestClock } from "./test-clock.ts";

let clock: TestClock;
let network: EventTarget;
let runs: number;
let errors: unknown[];
/** Ends the run that is under way. */
let end: (how: RunEnd | Error) => Promise<void>;
beforeEach(() => {
  clock = new TestClock({ skipping: false });
  network = new EventTarget();
  runs = 0;
  errors = [];
});

const SUCCESS: RunEnd = { next: "success", wasOfUse: false, retryAfterSeconds: null };
const TROUBLE: RunEnd = { ...SUCCESS, next: "trouble" };
const HALT: RunEnd = { ...SUCCESS, next: "halt" };

/** Waits for everything that has begun: there is nothing but the clock to wait for. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function timetable(options: Partial<TimetableOptions> = {}): Timetable {
  const made: Timetable = new Timetable({
    run() {
      runs += 1;
      return new Promise((resolve, reject) => {
        end = async (how) => {
          if (how instanceof Error) reject(how);
          else {
            made.endRun(how);
            resolve(null);
          }
          await settled();
        };
      });
    },
    onError: (error) => errors.push(error),
    backOff: { firstWaitMs: 100, longestWaitMs: 600 },
    interval: { firstWaitMs: 1_000, longestWaitMs: 60_000 },
    network,
    page: undefined,
    clock,
    random: () => 0,
    ...options,
  });
  return made;
}

/** Ends runs one after another, each when it is due. @returns the waits after them; null without one */
async function waitsAfter(...hows: (RunEnd | Error)[]): Promise<(number | null)[]> {
  const waits: (number | null)[] = [];
  for (const how of hows) {
    const before = clock.waits.length;
    await end(how);
    waits.push(clock.waits[before] ?? null);
    clock.advance(clock.waits[before] ?? 0);
    await settled();
  }
  return waits;
}

it("waits longer after each run that was of no use, and shortly after one that was", async () => {
  timetable().start();
  const useful = { ...SUCCESS, wasOfUse: true };
  expect(await waitsAfter(SUCCESS, SUCCESS, useful, SUCCESS, SUCCESS)).toEqual([2_000, 4_000, 1_000, 2_000, 4_000]);
  expect(runs).toBe(6);
});

it("waits longer after each failure, shortly after a failure at the end of some work or after a success", async () => {
  timetable().start();
  const partly = { ...TROUBLE, wasOfUse: true };
  expect(await waitsAfter(TROUBLE, TROUBLE, partly, TROUBLE, SUCCESS, TROUBLE)).toEqual([
    100, 200, 100, 200, 4_000, 100,
  ]);
});

it("has the jitter on top of both, and the Retry-After of the API below them", async () => {
  timetable({ random: () => 0.5 }).start();
  expect(await waitsAfter(TROUBLE, SUCCESS, { ...TROUBLE, retryAfterSeconds: 9 })).toEqual([125, 5_000, 9_025]);
});

it("runs at a given time, at once if it has passed, and not at all after a halt or without an interval", async () => {
  timetable({ interval: null }).start();
  const at = (ms: number) => ({ ...SUCCESS, next: new Date(clock.now().getTime() + ms) });
  expect(await waitsAfter(at(700))).toEqual([700]);
  expect(await waitsAfter(at(-700))).toEqual([0]);
  expect(await waitsAfter(SUCCESS)).toEqual([null]);
  expect([runs, clock.pending]).toEqual([3, 0]);
  network.dispatchEvent(new Event("online"));
  expect(await waitsAfter(HALT)).toEqual([null]);
  expect([runs, clock.pending]).toEqual([4, 0]);
});

it("reports what a run throws, and runs again after the back-off", async () => {
  timetable().start();
  const thrown = [new Error("the first"), new Error("the second")];
  expect(await waitsAfter(...thrown)).toEqual([100, 200]);
  expect(errors).toEqual(thrown);
  expect(runs).toBe(3);
});

it("goes on also when the report of an error throws", async () => {
  const thrown: unknown[] = [];
  const mistake = new Error("a mistake");
  timetable({
    onError(error) {
      thrown.push(error);
      if (thrown.length === 1) throw mistake;
    },
  }).start();
  const first = new Error("the first");
  await end(first);
  expect(thrown).toEqual([first, mistake]);
  network.dispatchEvent(new Event("online"));
  expect(runs).toBe(2);
});

it("runs at once for a cause, once more after a run for all causes during it, and then waits shortly again", async () => {
  const table = timetable();
  table.start();
  await waitsAfter(SUCCESS, SUCCESS, SUCCESS);
  expect(runs).toBe(4);
  table.runSoon();
  network.dispatchEvent(new Event("online"));
  expect(runs).toBe(4);
  await end(SUCCESS);
  expect(runs).toBe(5);
  await end(SUCCESS);
  expect([runs, clock.pending]).toEqual([5, 1]);
  table.runSoon();
  expect([runs, clock.pending]).toEqual([6, 0]);
  expect(await waitsAfter(SUCCESS)).toEqual([2_000]);
});

it("runs for a weak cause unless it waits after a failure", async () => {
  const table = timetable();
  table.start();
  await end(SUCCESS);
  table.runUnlessBackingOff();
  expect(runs).toBe(2);
  await end(TROUBLE);
  table.runUnlessBackingOff();
  expect([runs, clock.pending]).toEqual([2, 1]);
  clock.advance(100);
  await settled();
  await end(HALT);
  table.runUnlessBackingOff();
  expect(runs).toBe(4);
});

it("runs for no cause before the end of a Retry-After, also one that came during the run", async () => {
  const table = timetable();
  table.start();
  table.runSoon();
  await end({ ...TROUBLE, retryAfterSeconds: 9 });
  expect([runs, clock.waits.at(-1), clock.pending]).toEqual([1, 9_000, 1]);
  clock.advance(8_999);
  table.runSoon();
  await settled();
  expect([runs, clock.waits.at(-1), clock.pending]).toEqual([1, 1, 1]);
  clock.advance(1);
  await settled();
  expect(runs).toBe(2);
  await end(SUCCESS);
  table.runSoon();
  expect(runs).toBe(3);
});

it("does nothing before its start and after its end", async () => {
  const table = timetable();
  table.runSoon();
  table.endRun(TROUBLE);
  network.dispatchEvent(new Event("online"));
  expect([runs, clock.pending]).toEqual([0, 0]);
  table.start();
  table.start();
  expect(runs).toBe(1);
  await end(TROUBLE);
  expect(clock.pending).toBe(1);
  table.stop();
  network.dispatchEvent(new Event("online"));
  expect([runs, clock.pending]).toEqual([1, 0]);
  table.start();
  expect(runs).toBe(2);
});

it("waits for no time while its page is hidden, and runs when the page is shown", async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: "hidden" });
  const table = timetable({ page });
  const turn = (state: string) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  table.start();
  expect(await waitsAfter(SUCCESS)).toEqual([null]);
  turn("hidden");
  expect(runs).toBe(1);
  turn("visible");
  expect(await waitsAfter(SUCCESS)).toEqual([2_000]);
  expect(runs).toBe(3);
  table.stop();
  turn("visible");
  expect(runs).toBe(3);
});

it("listens to the window or worker where there is one, and needs none", async () => {
  const [window, here] = [new EventTarget(), { network: undefined, page: undefined }];
  const alone = timetable(here);
  alone.start();
  alone.stop();
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  onTestFinished(() => void vi.unstubAllGlobals());
  const table = timetable(here);
  table.start();
  await end(HALT);
  window.dispatchEvent(new Event("online"));
  expect(runs).toBe(3);
  await end(HALT);
  table.stop();
  window.dispatchEvent(new Event("online"));
  expect(runs).toBe(3);
});
