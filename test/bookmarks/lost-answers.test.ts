import { expect, it } from "vitest";
import { failedJobId } from "../../lambdas/bookmarks/domain/bookmark.ts";
import { reconcilableBookmarks } from "../../lambdas/bookmarks/reconcile.ts";
import { bookmarksRoutes } from "../../lambdas/bookmarks/routes.ts";
import { ModelSummariesTable } from "../../lambdas/bookmarks/tables/model-summaries-table.ts";
import { processingMessage, processingMessageOf } from "../../lambdas/bookmarks/work/request-processing.ts";
import { giveUpBookmark, processBookmark } from "../../lambdas/bookmarks/worker.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { HttpRequest } from "../emulators/http-event.ts";
import type { Invocation } from "../emulators/invocation.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import { MINUTE, START } from "../emulators/test-clock.ts";
import type { EntryPoint } from "../shared/lost-answers.ts";
import { describeLostAnswers, routesOf, writingRoutes } from "../shared/lost-answers.ts";
import type { BookmarksWorld } from "./bookmarks-world.ts";
import { bookmarksApi, bookmarksWorld, pageUrl, pendingBookmark } from "./bookmarks-world.ts";
import { fetchedPage, inBrief } from "./processing-world.ts";

capturedLog();

const bookmark = pendingBookmark("alice");
const params = { id: bookmark.id };
const KEY = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" };

/** A bookmark that exists before the call. */
const states = {
  missing: async () => undefined,
  pending: async ({ bookmarks }: BookmarksWorld) => void (await bookmarks.create(bookmark, "creation-1")),
  "pending for long": async ({ bookmarks, clock }: BookmarksWorld) => {
    await bookmarks.create(bookmark, "creation-1");
    await bookmarks.postponeReconcile(bookmark, clock.now(), 3);
  },
  failed: async ({ bookmarks, clock }: BookmarksWorld) => {
    await bookmarks.create(bookmark, "creation-1");
    const failure = { jobType: "extraction", code: "not_found", retryable: true } as const;
    await bookmarks.saveFailure(bookmark, bookmark.processingId, failure, clock.now());
  },
};

function of(
  what: string,
  state: keyof typeof states,
  act: (world: BookmarksWorld, running: Invocation) => Promise<unknown>,
): EntryPoint {
  return {
    what: `${what}, a bookmark that is ${state}`,
    async start(dynamo) {
      const world = bookmarksWorld(dynamo);
      await states[state](world);
      return {
        queues: [world.processingQueue],
        act(running) {
          const { bookmarks, failedJobs, idempotencyKeys } = bookmarksWorld(running);
          const processingQueue = { ...world.processingQueue, ...running.queue(world.processingQueue) };
          return act({ ...world, bookmarks, failedJobs, idempotencyKeys, processingQueue }, running);
        },
      };
    },
  };
}

const request = (request: HttpRequest, state: keyof typeof states) =>
  of(request.route, state, (world) => bookmarksApi(world)(request));

const receive = (what: string, state: keyof typeof states, status: number, receiveCount = 1) =>
  of(`the worker, ${what}`, state, async (world, running) => {
    const handler = sqsWorker({
      environment: {},
      message: processingMessage,
      services: () => ({
        ...world,
        fetch: () => running.outside(async () => fetchedPage({ status })),
        summariser: inBrief,
        modelSummaries: new ModelSummariesTable(running.client, "bookmarks", 5),
        visibility: { change: (_receipt: string, _seconds: number) => running.aws(async () => undefined) },
        random: () => 0,
        maxReceiveCount: 5,
        attemptMs: 60_000,
        visibilityMs: 360_000,
      }),
      work: processBookmark,
      giveUp: giveUpBookmark,
    });
    return handler(sqsEvent({ body: processingMessageOf(bookmark), receiveCount }));
  });

const schedule = (state: keyof typeof states) =>
  of("reconcile", state, async ({ bookmarks, processingQueue, clock }) => {
    clock.forward(11 * MINUTE);
    return reconcile([reconcilableBookmarks(bookmarks, processingQueue, clock)], "run-1", clock);
  });

const body = { url: pageUrl(), title: "A page" };
const entryPoints = [
  request({ route: "POST /v1/bookmarks", body, headers: KEY }, "missing"),
  request({ route: "POST /v1/bookmarks", body, headers: KEY }, "pending"),
  request({ route: "PATCH /v1/bookmarks/{id}", params, body: { note: "read it" } }, "pending"),
  request({ route: "PATCH /v1/bookmarks/{id}", params, body: { title: "Mine", tags: ["mine"] } }, "failed"),
  request({ route: "DELETE /v1/bookmarks/{id}", params }, "pending"),
  request({ route: "POST /v1/bookmarks/{id}/reprocess", params }, "failed"),
  request({ route: "POST /v1/bookmarks/{id}/reprocess", params }, "pending"),
  request(
    {
      route: "POST /v1/failed-jobs/{id}/retry",
      params: { id: failedJobId(bookmark, { at: START.toISOString() }) },
      user: "olga",
      groups: ["admin"],
    },
    "failed",
  ),
  receive("a page that answers", "pending", 200),
  receive("a page that answers", "failed", 200),
  receive("a page that is gone", "pending", 404),
  receive("a site that is down", "pending", 503),
  receive("a site that is down to the end", "pending", 503, 4),
  schedule("pending"),
  schedule("pending for long"),
];

it("covers every route that writes", () => {
  expect(routesOf(entryPoints)).toEqual(writingRoutes(bookmarksRoutes));
});

describeLostAnswers(entryPoints);
