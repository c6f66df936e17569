import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { Sync } from "../../../client/index.ts";
import { OfflineQueue, sync } from "../../../client/index.ts";
import { memoryStorage } from "../memory-storage.ts";
import { refused } from "../scripted-api.ts";
import { TestClock } from "../test-clock.ts";
import { ChangesApi } from "./changes-api.ts";
import { memorySyncStorage } from "./memory-sync-storage.ts";

/** A page that a test hides and shows. */
class Page extends EventTarget {
  visibilityState = "visible";

  turn(visibilityState: "visible" | "hidden"): void {
    this.visibilityState = visibilityState;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

let api: ChangesApi;
let clock: TestClock;
let page: Page;
let network: EventTarget;
let queue: OfflineQueue;
let opened: Sync;
/** Called at the end of each refresh. */
let ended: () => void = () => undefined;

beforeEach(async () => {
  api = new ChangesApi();
  clock = new TestClock({ skipping: false });
  page = new Page();
  network = new EventTarget();
  const client = api.client();
  queue = new OfflineQueue({ client, storage: memoryStorage() });
  // Without retries of its own, so that the sync's are seen.
  const changes: typeof client.changes = Object.create(client.changes);
  changes.list = (query, options) => client.changes.list(query, { ...options, retry: { maxAttempts: 1 } });
  opened = await sync({
    client: { changes },
    storage: memorySyncStorage(),
    queue,
    network,
    page,
    clock,
    random: () => 0,
    onEvent: ({ type }) => {
      if (type !== "changed") ended();
    },
  });
});

/** Does something, and waits until the refresh that it causes has ended and the next one has its time. */
async function refreshed(cause: () => void): Promise<void> {
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  cause();
  await end;
  // The time of the next one is set after the event.
  await settled();
}

/** Waits for everything that has been begun: there are no sockets, and the time stands still. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const requests = () => api.requests.filter(({ path }) => path.startsWith("/v1/changes")).length;
const pause = () => clock.waits.findLast((wait) => wait > 0);

it("refreshes at the start, then ever more rarely, and often again after a change", async () => {
  await refreshed(() => opened.start());
  const pauses = [pause()];
  for (let n = 0; n < 7; n += 1) {
    await refreshed(() => clock.advance(pause() ?? 0));
    pauses.push(pause());
  }
  expect(pauses).toEqual([4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 200_000]);
  api.saveBookmark("https://example.com/a");
  await refreshed(() => clock.advance(200_000));
  expect(opened.list()).toHaveLength(1);
  expect(pause()).toBe(2_000);
  await opened.stop();
  clock.advance(3_600_000);
  await settled();
  expect(requests()).toBe(9);
});

it("refreshes when the person acts after two minutes without one, and not before", async () => {
  await refreshed(() => opened.start());
  for (let n = 0; n < 6; n += 1) await refreshed(() => clock.advance(pause() ?? 0));
  clock.advance(119_999);
  page.dispatchEvent(new Event("pointerdown"));
  await settled();
  expect(requests()).toBe(7);
  clock.advance(1);
  await refreshed(() => page.dispatchEvent(new Event("keydown")));
  expect(requests()).toBe(8);
  // The waits do not begin anew.
  expect(pause()).toBe(200_000);
  page.dispatchEvent(new Event("pointerdown"));
  await settled();
  expect(requests()).toBe(8);
});

it("asks once for all tabs", async () => {
  const storage = memorySyncStorage();
  const tab = () => sync({ client: api.client(), storage, network, page, clock, random: () => 0 });
  const [one, other] = await Promise.all([tab(), tab()]);
  one.start();
  await vi.waitFor(() => expect(one.state.isWhole && other.state.isWhole).toBe(true));
  await settled();
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 10) {
      clock.advance(10_000);
      for (let turn = 0; turn < 4; turn += 1) await settled();
    }
  };
  await pass(1_000);
  other.start();
  await pass(1_000);
  const before = requests();
  await pass(3_600);
  expect(requests() - before).toBe(18);
  await Promise.all([one.close(), other.close()]);
});

it("refreshes when the network is back, when the page is shown, and when the queue has sent something", async () => {
  await refreshed(() => opened.start());
  await refreshed(() => network.dispatchEvent(new Event("online")));
  await refreshed(() => page.turn("visible"));
  await queue.enqueue({ create: "bookmark", body: { url: "https://example.com/a" } });
  await refreshed(() => void queue.flush());
  expect(requests()).toBe(4);
  await opened.stop();
  network.dispatchEvent(new Event("online"));
  page.turn("visible");
  await settled();
  expect(requests()).toBe(4);
});

it("waits longer after each failure, as long as Retry-After says, and for a sign-in after a refused token", async () => {
  api.faults.push(refused(503, "unavailable"), { kind: "cut" }, refused(429, "slow_down", { "retry-after": "90" }));
  api.faults.push({ kind: "answer", status: 401, body: '{"message":"Unauthorized"}' });
  await refreshed(() => opened.start());
  const pauses = [pause()];
  for (let n = 0; n < 2; n += 1) {
    await refreshed(() => clock.advance(pause() ?? 0));
    pauses.push(pause());
  }
  expect(pauses).toEqual([1_000, 2_000, 90_000]);
  await refreshed(() => clock.advance(90_000));
  network.dispatchEvent(new Event("online"));
  clock.advance(3_600_000);
  await settled();
  expect(requests()).toBe(4);
  await refreshed(() => opened.resume());
  expect(opened.state).toMatchObject({ paused: false, isWhole: true });
});

it("prepares the texts of searches in the background, with pauses", async () => {
  for (let n = 0; n < 250; n += 1) api.saveBookmark(`https://example.com/${n}`, { title: `Sparrow ${n}` });
  // Each text takes some milliseconds.
  let now = 0;
  const measured = vi.spyOn(performance, "now").mockImplementation(() => (now += 2));
  onTestFinished(() => measured.mockRestore());
  await refreshed(() => opened.start());
  expect(opened.isPrepared).toBe(false);
  let isOver = false;
  void opened.prepare().then(() => {
    isOver = true;
  });
  const normalize = vi.spyOn(String.prototype, "normalize");
  onTestFinished(() => normalize.mockRestore());
  while (!isOver) {
    normalize.mockClear();
    clock.advance(0);
    await settled();
    expect(normalize.mock.calls.length).toBeLessThan(200);
  }
  normalize.mockClear();
  expect(opened.search("sparrow")).toHaveLength(250);
  expect(normalize.mock.calls.length).toBeLessThan(10);
});

it("finds everything before the texts are prepared", async () => {
  for (let n = 0; n < 250; n += 1) api.saveBookmark(`https://example.com/${n}`, { title: `Sparrow ${n}` });
  await refreshed(() => void opened.refresh());
  expect(opened.isPrepared).toBe(false);
  expect(opened.search("sparrow")).toHaveLength(250);
  expect(opened.isPrepared).toBe(true);
});
