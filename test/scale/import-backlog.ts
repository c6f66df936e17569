import { reconcilableBookmarks } from "../../lambdas/bookmarks/reconcile.ts";
import type { BookmarkTypes } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import type { ProcessingMessage } from "../../lambdas/bookmarks/work/processing-message.ts";
import { BACK_OFF } from "../../lambdas/bookmarks/worker.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import type { OverdueItem } from "../../lambdas/shared/saved-items/overdue-items.ts";
import { backOffSeconds } from "../../lambdas/shared/work/back-off.ts";
import type { ResendQueue } from "../../lambdas/shared/work/backlog.ts";
import { RECONCILE_GRACE_MS } from "../../lambdas/shared/work/reconcile.ts";
import { at } from "../emulators/test-clock.ts";
import type { FairMessage } from "./simulated-fair-queue.ts";
import { SimulatedFairQueue } from "./simulated-fair-queue.ts";
import { Simulation } from "./simulation.ts";
import { seededRandom } from "./upstream.ts";

/** One person's import, and the circumstances. Times are in seconds. */
export interface Import {
  readonly bookmarks: number;
  readonly workers: number;
  /** The share of sites that never answer. */
  readonly dead?: number;
  /** The share of first messages that get lost. */
  readonly lost?: number;
  /** Hours after the import in which the others go on; the import's own time does not end before the queue is empty. */
  readonly hours?: number;
}

/** What became of an import. Times are in seconds. */
export interface Imported {
  /** When the last bookmark of all was done or failed. */
  readonly ends: number;
  /** Messages sent for a bookmark, resends included. */
  readonly messages: number;
  /** Bookmarks that failed although no worker had tried them. */
  readonly failedUntried: number;
  readonly failed: number;
  /** The longest and the median time from another user's save to its result, of pages that answer and were not lost. */
  readonly longestOther: number;
  readonly medianOther: number;
  /** The longest time from when a lost message can be known, until it was sent again. */
  readonly longestLost: number;
  readonly lostMessages: number;
}

interface Item extends OverdueItem<BookmarkTypes> {
  /** Seconds. */
  readonly savedAt: number;
  readonly isDead: boolean;
  readonly isImported: boolean;
  state: "pending" | "done" | "failed";
  /** Milliseconds since the start. */
  reconcileAt: number;
  reconcileRounds: number;
  attempts: number;
  /** Since when it can be known that its message was lost; null before, undefined if it was not lost. */
  lostSince?: number | null;
}

const ATTEMPT = 60;
const VISIBILITY = 360;
const MAX_RECEIVES = 5;
const PAGE = 8;
/** A site that does not answer takes all of the time that a page gets. */
const DEAD_PAGE = 10;
/** Saves a second of an import. */
const IMPORT_RATE = 10;
const OTHER_USERS = 5;
/** Seconds between two saves of another user. */
const OTHER_PAUSE = 900;
const RECONCILE_EVERY = 300;
const GRACE = RECONCILE_GRACE_MS / 1_000;

/** Simulates an import with the `reconcile` of the release, over a model of SQS and of the table. */
export async function simulateImport(options: Import): Promise<Imported> {
  const { bookmarks, workers, dead = 0, lost = 0, hours = 0 } = options;
  const simulation = new Simulation();
  const queue = new SimulatedFairQueue<Item>(simulation);
  const random = seededRandom(31);
  const all = new Map<string, Item>();
  const pending = new Set<Item>();
  /** Those whose messages were lost and not sent again yet. */
  const unsent = new Set<Item>();
  let [messages, failedUntried, failed, running, ends, lostMessages, longestLost] = [0, 0, 0, 0, 0, 0, 0];
  const others: number[] = [];

  function poll(): void {
    while (running < workers) {
      const message = queue.receive();
      if (message === undefined) return;
      running += 1;
      work(message);
    }
    if (queue.visible === 0) for (const item of unsent) noteLoss(item);
  }

  /** A lost message can be known of from when the queue is empty and the grace period is over. */
  function noteLoss(item: Item): void {
    if (item.lostSince === null && item.reconcileAt <= simulation.now * 1_000) item.lostSince = simulation.now;
  }

  function work(message: FairMessage<Item>): void {
    const item = message.body;
    const isNeeded = item.state === "pending" || (item.state === "failed" && message.receives === 1);
    const isLast = message.receives >= MAX_RECEIVES;
    const seconds = !isNeeded || isLast ? 0.1 : item.isDead ? DEAD_PAGE : PAGE;
    if (isNeeded && !isLast) {
      item.state = "pending";
      pending.add(item);
      item.attempts += 1;
      item.reconcileAt = (simulation.now + ATTEMPT + VISIBILITY + GRACE) * 1_000;
    }
    simulation.after(seconds, () => {
      running -= 1;
      queue.processed(message, seconds);
      if (isNeeded && !isLast) settle(message, item);
      poll();
    });
  }

  function settle(message: FairMessage<Item>, item: Item): void {
    if (!item.isDead || message.receives === MAX_RECEIVES - 1) {
      end(item, item.isDead ? "failed" : "done");
      return;
    }
    const wait = backOffSeconds(BACK_OFF, message.receives, null, random());
    item.reconcileAt = (simulation.now + wait + GRACE) * 1_000;
    simulation.after(wait, () => {
      queue.show(message);
      poll();
    });
  }

  function end(item: Item, state: "done" | "failed"): void {
    if (item.state !== "pending") return;
    item.state = state;
    pending.delete(item);
    ends = simulation.now;
    if (state === "failed") failed += 1;
    else if (!item.isImported && item.lostSince === undefined) others.push(simulation.now - item.savedAt);
  }

  function send(item: Item): void {
    messages += 1;
    queue.show({ body: item, group: item.userId, receives: 0 });
    poll();
  }

  function save(userId: string, isImported: boolean): void {
    const id = `${userId}-${all.size}`;
    const item: Item = {
      userId,
      id,
      url: `https://example.com/${id}`,
      workId: id,
      savedAt: simulation.now,
      isDead: random() < dead,
      isImported,
      state: "pending",
      reconcileAt: (simulation.now + GRACE) * 1_000,
      reconcileRounds: 0,
      attempts: 0,
    };
    all.set(id, item);
    pending.add(item);
    if (random() >= lost) send(item);
    else {
      messages += 1;
      lostMessages += 1;
      item.lostSince = null;
      unsent.add(item);
    }
  }

  const found = (id: string) => all.get(id) as Item;
  const table = {
    async overdue(now: Date, limit: number) {
      const until = now.getTime() - at(0).getTime();
      // In one pass: to sort 50,000 at each run of reconcile takes most of the time.
      const first: Item[] = [];
      for (const item of pending) {
        const { reconcileAt } = item;
        if (reconcileAt > Math.min(until, first[limit - 1]?.reconcileAt ?? until)) continue;
        first.splice(first.findLastIndex((other) => other.reconcileAt <= reconcileAt) + 1, 0, item);
        if (first.length > limit) first.pop();
      }
      return first;
    },
    async postponeReconcile({ id }: { readonly id: string }, until: Date, rounds: number) {
      const item = found(id);
      if (item.state !== "pending") return false;
      item.reconcileAt = until.getTime() - at(0).getTime();
      item.reconcileRounds = rounds;
      return true;
    },
    async fail({ id }: { readonly id: string }) {
      const item = found(id);
      if (item.attempts === 0) failedUntried += 1;
      end(item, "failed");
      return true;
    },
  };
  const resends: ResendQueue<ProcessingMessage> = {
    async sendAll(outgoing) {
      for (const { message } of outgoing) {
        const item = found(message.bookmarkId);
        noteLoss(item);
        if (typeof item.lostSince === "number") {
          longestLost = Math.max(longestLost, simulation.now - item.lostSince);
          item.lostSince = Number.NaN;
          unsent.delete(item);
        }
        send(item);
      }
      return { unsent: [], error: null };
    },
    backlog: async () => (queue.visible > 0 ? "moving" : "none"),
  };
  const clock = { now: () => at(simulation.now * 1_000), wait: (milliseconds: number) => milliseconds };
  // A table that knows only what reconcile needs of it, so that 50,000 bookmarks take seconds.
  const kind = reconcilableBookmarks(table as Parameters<typeof reconcilableBookmarks>[0], resends, clock);

  for (let saved = 0; saved < bookmarks; saved += 1) {
    simulation.after(saved / IMPORT_RATE, () => save("importer", true));
  }
  const isOver = () => {
    for (const { isImported } of pending) if (isImported) return false;
    return all.size >= bookmarks && simulation.now >= hours * 3_600;
  };
  let isOpen = true;
  for (let user = 0; user < OTHER_USERS; user += 1) {
    const again = () => {
      if (!isOpen) return;
      save(`user-${user}`, false);
      simulation.after(OTHER_PAUSE, again);
    };
    simulation.after((user * OTHER_PAUSE) / OTHER_USERS, again);
  }
  for (let now = RECONCILE_EVERY; ; now += RECONCILE_EVERY) {
    simulation.run(now);
    await reconcile([kind], "run-1", clock);
    isOpen &&= !isOver();
    if (!isOpen && pending.size === 0) break;
    if (now > 100 * 24 * 3_600) throw new Error(`${pending.size} bookmarks are pending after a hundred days.`);
  }
  others.sort((one, other) => one - other);
  return {
    ends,
    messages: messages / all.size,
    failedUntried,
    failed,
    longestOther: others.at(-1) ?? 0,
    medianOther: others[others.length >> 1] ?? 0,
    longestLost,
    lostMessages,
  };
}
