// @vitest-environment happy-dom
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Intent, QueueEntry } from "../../../../client/index.ts";
import { OfflineQueue } from "../../../../client/index.ts";
import type { Library } from "../../../../console/library/library.ts";
import { deleteWithUndo } from "../../../../console/parts/queue/delete-with-undo.ts";
import { enqueueWithUndo } from "../../../../console/parts/queue/enqueue-with-undo.ts";
import { Status } from "../../../../console/status/status.tsx";
import { memoryStorage } from "../../../client/memory-storage.ts";

/** Milliseconds that the device takes to store an entry. */
let storingMs: number;
let stored: QueueEntry[];
/** How many entries the device can store. */
let space: number;
let library: Pick<Library, "queue">;

beforeEach(async () => {
  vi.useFakeTimers();
  storingMs = 0;
  stored = [];
  space = Number.POSITIVE_INFINITY;
  const storage = memoryStorage();
  const queue = new OfflineQueue({
    // Nothing is sent: the queue is not started.
    client: {} as never,
    storage: {
      ...storage,
      add: async (entry) => {
        space -= 1;
        if (space < 0) throw new DOMException("No space", "QuotaExceededError");
        vi.advanceTimersByTime(storingMs);
        const placed = await storage.add(entry);
        stored.push(placed);
        return placed;
      },
    },
  });
  library = { queue };
  await act(() => render(h(Status, {}), document.body));
});
afterEach(() => {
  vi.runAllTimers();
  render(null, document.body);
  vi.useRealTimers();
});

const deletions = (number: number): Intent[] =>
  Array.from({ length: number }, (_, index) => ({ delete: "bookmark", id: `b-${index}` }));
const told = () => document.querySelector('[role="status"]')?.textContent;
const failed = () => document.querySelector('[role="alert"] span')?.textContent;
const button = () => document.querySelector<HTMLButtonElement>('[role="status"] button');
const undo = () =>
  act(async () => {
    button()?.click();
    await vi.advanceTimersByTimeAsync(1);
  });
const left = async () => (await library.queue.contents()).waiting.map(({ intent }) => "delete" in intent && intent.id);

describe("what can be undone", () => {
  it.each([
    [1, 3, 12_000],
    [500, 20, 12_000],
    // A device that is too slow for the whole time.
    [100, 100, 4_600],
    [1_000, 100, 0],
  ])("is held longer than Undo is shown: %i entries that take %i ms each", async (number, ms, shownMs) => {
    storingMs = ms;
    await act(() => enqueueWithUndo(library, deletions(number), "Deleted", "Nothing was deleted."));
    expect(stored.length).toBe(number);
    const start = Date.now();
    while (button() !== null) await act(async () => void vi.advanceTimersByTime(100));
    expect(Math.abs(Date.now() - start - shownMs)).toBeLessThanOrEqual(100);
    if (shownMs === 0) {
      expect(told()).toBe("Deleted");
      return;
    }
    for (const { notBefore = "" } of stored) expect(Date.parse(notBefore)).toBeGreaterThan(Date.now());
  });

  it("is undone as a whole, and says so", async () => {
    await act(() =>
      deleteWithUndo(
        library,
        ["b-0", "b-1", "b-2"].map((id) => ({ type: "bookmark", id })),
        "Owls",
      ),
    );
    expect(told()).toBe("Deleted: 3 itemsUndo");
    expect(await left()).toEqual(["b-0", "b-1", "b-2"]);
    await undo();
    expect([told(), failed(), await left()]).toEqual(["Nothing was deleted.", undefined, []]);
  });

  it("names the item if there is only one", async () => {
    await act(() => deleteWithUndo(library, [{ type: "stock", id: "s" }], "Owls"));
    expect(told()).toBe("Deleted: OwlsUndo");
  });

  it("is undone as far as it was not sent, and says how far", async () => {
    await act(() => enqueueWithUndo(library, deletions(3), "Deleted", "Nothing was deleted."));
    const [first, second, third] = stored;
    await library.queue.discard(first as QueueEntry);
    await undo();
    expect(failed()).toBe("Undone: 2 of 3. The rest was sent already and can no longer be undone.");
    expect(await left()).toEqual([]);
    await act(() => enqueueWithUndo(library, deletions(1), "Deleted", "Nothing was deleted."));
    for (const entry of stored) await library.queue.discard(entry);
    await undo();
    expect(failed()).toBe("It was sent already and can no longer be undone.");
    expect([second, third].map((entry) => entry?.state)).toEqual(["waiting", "waiting"]);
  });

  it("is stored as a whole or not at all", async () => {
    space = 2;
    await expect(enqueueWithUndo(library, deletions(4), "Deleted", "")).rejects.toThrow("No space");
    expect([await left(), button()]).toEqual([[], null]);
  });
});
