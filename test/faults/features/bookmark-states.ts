import { gzipSync } from "node:zlib";
import { failProcessing } from "../../../lambdas/bookmarks/tables/bookmark-table.ts";
import type { ProcessingMessage } from "../../../lambdas/bookmarks/work/processing-message.ts";
import { PAGE_CHECKS, processingMessageOf } from "../../../lambdas/bookmarks/work/processing-message.ts";
import type { ProcessingServices } from "../../../lambdas/bookmarks/worker.ts";
import type { ContentBucket } from "../../bookmarks/content-bucket.ts";
import { deletion } from "../../changes/deletion.ts";
import { MINUTE, START } from "../../emulators/test-clock.ts";
import { workRequest } from "../../shared/saved-items/work-request.ts";
import type { FaultQueue } from "../fault-queue.ts";
import type { FaultWorld } from "../feature.ts";
import { bookmark, MERGE, other, placed, SEND_PAGE } from "./bookmark-requests.ts";

export const DAY = 24 * 60 * MINUTE;

export interface BookmarksFaults extends FaultWorld {
  readonly items: ProcessingServices["items"];
  readonly sentPages: ContentBucket["sentPages"];
  readonly queue: FaultQueue<ProcessingMessage>;
  readonly reconcile: () => Promise<unknown>;
  /** The status that the site answers. */
  site: number;
}

const create = ({ items }: BookmarksFaults) => items.create(bookmark, "creation-1");

/** The bookmark's state before an entry. */
export const states = {
  pending: create,
  failed: async (world: BookmarksFaults) => {
    await create(world);
    const failure = { jobType: "extraction", code: "not_found", retryable: true } as const;
    await failProcessing(world.items, bookmark, failure, { workId: bookmark.workId, now: world.system.clock.now() });
  },
  deleted: async (world: BookmarksFaults) => {
    await create(world);
    await world.items.delete(bookmark, deletion(world.system.clock.now()));
  },
  ready: async (world: BookmarksFaults) => {
    await sent("pending")(world);
    await world.system.settle();
  },
  "deleted for a week": async (world: BookmarksFaults) => {
    await states.ready(world);
    await world.items.delete(bookmark, deletion(world.system.clock.now()));
    world.system.clock.forward(7 * DAY);
  },
  "read again": async (world: BookmarksFaults) => {
    await states.ready(world);
    await world.items.requestWork(bookmark, workRequest("processing-2", world.system.clock.now()));
  },
  "with a page that waits": async (world: BookmarksFaults) => {
    await states.ready(world);
    const sentPageKey = await world.sentPages.put(bookmark.contentFolder, "page-1", {
      gzipped: gzipSync(String(SEND_PAGE.body)),
      charset: null,
    });
    await world.items.requestWork(bookmark, workRequest("processing-2", world.system.clock.now()), "sendPage", {
      sentPageKey,
    });
  },
  "beside another": async (world: BookmarksFaults) => {
    await create(world);
    await world.items.create({ ...other, createdAt: new Date(START.getTime() + MINUTE).toISOString() }, "creation-2");
  },
  "before another": async (world: BookmarksFaults) => {
    await world.items.create(
      { ...bookmark, createdAt: new Date(START.getTime() + MINUTE).toISOString() },
      "creation-1",
    );
    await world.items.create(other, "creation-2");
  },
  merged: async (world: BookmarksFaults) => {
    await states["beside another"](world);
    await world.send(MERGE);
  },
  "merged, and deleted": async (world: BookmarksFaults) => {
    await states.merged(world);
    await world.items.delete(bookmark, deletion(world.system.clock.now()));
  },
  "pending for long": async (world: BookmarksFaults) => {
    await create(world);
    await world.items.postponeReconcile(bookmark, world.system.clock.now(), 3);
  },
};
export type State = keyof typeof states;

/** The same with the bookmark's message in the queue. */
export function sent(state: State, site = 200, receives = 0) {
  return async (world: BookmarksFaults) => {
    await states[state](world);
    world.site = site;
    await world.queue.send(processingMessageOf(bookmark), "correlation-1");
    world.queue.receivedBefore(receives);
  };
}

/** The page is processed, and has a place. */
export function read(minutes: number) {
  return async (world: BookmarksFaults) => {
    await states.ready(world);
    world.system.clock.forward(2 * MINUTE);
    await world.send(placed(minutes));
  };
}

/** The same with the message of the other bookmark, whose address leads to the page of the first one. */
export function sentOther(state: State) {
  return async (world: BookmarksFaults) => {
    await states[state](world);
    await world.queue.send(processingMessageOf(other), "correlation-1");
  };
}

/** A page that was read is to be checked, and its site answers this. */
export function due(site: number) {
  return async (world: BookmarksFaults) => {
    await states.ready(world);
    world.site = site;
    world.system.clock.forward(24 * DAY);
  };
}

/** The same once it has been missing for a week. */
export async function missing(world: BookmarksFaults): Promise<void> {
  await due(404)(world);
  await world.queue.send(PAGE_CHECKS, "correlation-1");
  await world.queue.deliver();
  world.system.clock.forward(7 * DAY);
}

/** With the message that asks for the check. */
export const asked = (prepare: (world: BookmarksFaults) => Promise<void>) => async (world: BookmarksFaults) => {
  await prepare(world);
  await world.queue.send(PAGE_CHECKS, "correlation-2");
};

export const later = (state: State) => async (world: BookmarksFaults) => {
  await states[state](world);
  world.system.clock.forward(11 * MINUTE);
};
