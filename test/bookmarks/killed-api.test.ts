import { randomUUID } from "node:crypto";
import { reconcilableBookmarks } from "../../lambdas/bookmarks/reconcile.ts";
import type { ProcessingServices } from "../../lambdas/bookmarks/worker.ts";
import { processBookmark } from "../../lambdas/bookmarks/worker.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { invocation } from "../emulators/invocation.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { CreatingWorld } from "../shared/killed-creation.ts";
import { describeKilledCreation } from "../shared/killed-creation.ts";
import { response } from "../slides/deck-answers.ts";
import type { BookmarksWorld } from "./bookmarks-world.ts";
import { bookmarksApi, bookmarksWorld, pageUrl } from "./bookmarks-world.ts";

capturedLog();

interface BookmarksUnderFire extends CreatingWorld {
  readonly world: BookmarksWorld;
}

function bookmarksUnderFire(dynamo: TestDynamo): BookmarksUnderFire {
  const world = bookmarksWorld(dynamo);
  const read: string[] = [];
  const processingIds = new Set<string>();
  const reader: ProcessingServices = {
    ...world,
    random: () => 0,
    attemptMs: 60_000,
    visibilityMs: 360_000,
    maxReceiveCount: 5,
    visibility: { change: async () => undefined },
    summariser: { summarise: async () => ({ summary: "Words.", tags: [], by: "extractive" }) },
    modelSummaries: null,
    async fetch({ url }) {
      read.push(String(url));
      return response({ mediaType: "text/html", charset: "utf-8", body: Buffer.from("<p>Words.</p>") });
    },
  };

  async function work(): Promise<void> {
    for (const { message, correlationId } of world.processingQueue.sent.splice(0)) {
      processingIds.add(message.processingId);
      await processBookmark(message, reader, { receiveCount: 1, messageId: "message-1", correlationId });
    }
  }

  return {
    world,
    create(key, death) {
      const { client, queue, answer } = invocation(dynamo, death);
      const { bookmarks, failedJobs, idempotencyKeys } = bookmarksWorld({ client });
      const processingQueue = queue(world.processingQueue);
      const send = bookmarksApi({ ...world, bookmarks, failedJobs, idempotencyKeys, processingQueue });
      const body = { url: pageUrl(), note: "for Friday" };
      return answer(() => send({ route: "POST /v1/bookmarks", body, headers: { "idempotency-key": key } }));
    },
    async settle() {
      const { bookmarks, processingQueue, clock } = world;
      await work();
      clock.forward(11 * MINUTE);
      await reconcile([reconcilableBookmarks(bookmarks, processingQueue, clock)], "run-1", clock);
      await work();
    },
    async outcome() {
      const { items } = await world.bookmarks.list("alice", { limit: 100, position: undefined });
      const all = items.map(({ url, note, llmStatus }) => ({ url, note, llmStatus }));
      return { all, read: [...read], requested: processingIds.size };
    },
  };
}

async function savedAndRead(dynamo: TestDynamo): Promise<BookmarksUnderFire> {
  const fired = bookmarksUnderFire(dynamo);
  await fired.create(randomUUID(), null);
  await fired.settle();
  return fired;
}

describeKilledCreation({
  before: "the page is new",
  start: async (dynamo) => bookmarksUnderFire(dynamo),
  status: 201,
  calls: 4,
});

describeKilledCreation({
  before: "the page is kept already",
  start: savedAndRead,
  status: 200,
  calls: 3,
});

describeKilledCreation({
  before: "the page was deleted",
  async start(dynamo) {
    const fired = await savedAndRead(dynamo);
    const { bookmarks, clock } = fired.world;
    for (const bookmark of (await bookmarks.list("alice", { limit: 1, position: undefined })).items) {
      await bookmarks.delete(bookmark, deletion(clock.now()));
    }
    return fired;
  },
  status: 201,
  calls: 4,
});
