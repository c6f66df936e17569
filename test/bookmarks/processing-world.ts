import { randomUUID } from "node:crypto";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import type { PagePictures } from "../../lambdas/bookmarks/domain/bookmark.ts";
import type { bookmarkSchema } from "../../lambdas/bookmarks/http/bookmark-answer.ts";
import type { failedJobSchema } from "../../lambdas/bookmarks/http/failed-job-answer.ts";
import type { Summariser } from "../../lambdas/bookmarks/summary/summariser.ts";
import type { DailyUsesTable } from "../../lambdas/bookmarks/tables/daily-uses-table.ts";
import type { ProcessingMessage } from "../../lambdas/bookmarks/work/processing-message.ts";
import { processingMessage } from "../../lambdas/bookmarks/work/processing-message.ts";
import { giveUpBookmark, processMessage } from "../../lambdas/bookmarks/worker.ts";
import type { Notice } from "../../lambdas/shared/notices/notice.ts";
import type { OutboundFetch, OutboundRequest, OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import type { ReceivedMessage } from "../emulators/sqs-event.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import { notedVisibility } from "../emulators/test-queue.ts";
import { response } from "../shared/outbound/outbound-response.ts";
import type { BookmarksWorld } from "./bookmarks-world.ts";
import { bookmarksApi, pageUrl } from "./bookmarks-world.ts";

/** The number of receives after which SQS dead-letters a message of the queue. */
export const MAX_RECEIVES = 5;

type WireBookmark = z.output<typeof bookmarkSchema>;
type WireFailedJob = z.output<typeof failedJobSchema>;

/** A site's response to one request; throws the errors of a fetch. */
export type SiteAnswers = (request: OutboundRequest) => Promise<OutboundResponse> | OutboundResponse;

const HTML =
  '<!doctype html><html lang="en"><title>A page</title><p>It says something that is worth a whole sentence.</p>';

/** A fetched page: a valid one with these changes. */
export function fetchedPage(changes: Partial<OutboundResponse> = {}): OutboundResponse {
  return response({ url: new URL(pageUrl()), mediaType: "text/html", charset: "utf-8", body: HTML, ...changes });
}

/** A summariser that always returns the same summary. */
export const inBrief: Summariser = {
  summarise: async () => ({ summary: "In brief.", tags: ["brief"], by: "test" }),
};

/** The bookmarks worker with a world's table. */
export interface ProcessingWorker {
  /** The requested addresses. */
  readonly fetched: string[];
  /** The visibility time-outs that were set, in seconds. */
  readonly waits: number[];
  /** The paths of the copies of pictures that were deleted. */
  readonly deletedPictures: string[];
  readonly notices: readonly Notice[];
  /** @returns whether SQS deletes the message */
  receive(body: unknown, receiveCount?: number): Promise<boolean>;
  /** @returns the ids of the messages that SQS keeps */
  receiveBatch(...messages: readonly ReceivedMessage[]): Promise<string[]>;
}

/** Builds the worker like its entry, with a site and a summariser that the test scripts. */
export function processingWorker(
  {
    items,
    checks,
    paces,
    contents,
    sentPages,
    newId,
    clock,
  }: Pick<BookmarksWorld, "items" | "checks" | "paces" | "contents" | "sentPages" | "newId" | "clock">,
  answer: SiteAnswers,
  {
    summariser = inBrief,
    modelSummaries = null,
    random = 0,
    pictures = {},
    added = [],
    html,
  }: {
    summariser?: Summariser;
    modelSummaries?: DailyUsesTable | null;
    random?: number;
    pictures?: Partial<PagePictures>;
    /** The paths of the copies that were not there before. */
    added?: readonly string[];
    /** The content with copies as its images; the page's own without it. */
    html?: string;
  } = {},
): ProcessingWorker {
  const fetched: string[] = [];
  const waits: number[] = [];
  const deletedPictures: string[] = [];
  const notices: Notice[] = [];
  const fetch: OutboundFetch = async (request) => {
    fetched.push(String(request.url));
    return answer(request);
  };
  const handler = sqsWorker({
    environment: {},
    message: processingMessage,
    services: () => ({
      items,
      checks,
      paces,
      notices: { put: async (notice) => notices.push(notice) > 0 },
      contents,
      sentPages,
      newId,
      clock,
      fetch,
      picturesOf: async (_bookmark, content) => ({ paths: pictures, html: html ?? content.html, added }),
      deletePictures: async (paths) => void deletedPictures.push(...paths),
      summariser,
      modelSummaries,
      visibility: notedVisibility(waits),
      random: () => random,
      pause: async () => undefined,
      attemptMs: 60_000,
      visibilityMs: 360_000,
      maxReceiveCount: MAX_RECEIVES,
    }),
    work: processMessage,
    giveUp: giveUpBookmark,
  });
  const receiveBatch: ProcessingWorker["receiveBatch"] = async (...messages) => {
    const { batchItemFailures } = await handler(sqsEvent(...messages));
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };
  return {
    fetched,
    waits,
    deletedPictures,
    notices,
    receive: async (body, receiveCount = 1) => (await receiveBatch({ body, receiveCount })).length === 0,
    receiveBatch,
  };
}

/** A user of the API, and an administrator. */
export interface Reader {
  /** A request of the user. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Saves a page. @returns the bookmark as it was answered, and the message that was sent for it */
  save(url?: string): Promise<{ readonly id: string; readonly message: ProcessingMessage }>;
  /** The bookmark as a client shows it. */
  shown(id: string): Promise<WireBookmark>;
  status(id: string): Promise<WireBookmark["status"]>;
  /** The kept text of a bookmark's page. */
  content(id: string): Promise<HttpAnswer>;
  /** The ids of the bookmarks in a list. */
  found(query: NonNullable<HttpRequest["query"]>): Promise<string[]>;
  delete(id: string): Promise<HttpAnswer>;
  reprocess(id: string): Promise<HttpAnswer>;
  /** The failed jobs of a bookmark. */
  failedJobs(id: string): Promise<WireFailedJob[]>;
  retry(failedJobId: string): Promise<HttpAnswer>;
  /** The last message that was sent. */
  lastMessage(): ProcessingMessage;
}

/** A user of a world. */
export function reader(world: BookmarksWorld, user: string): Reader {
  const send = bookmarksApi(world);
  const ofUser = (request: HttpRequest) => send({ user, ...request });
  const one = (route: string, id: string) => ofUser({ route, params: { id } });
  const shown = async (id: string) => (await one("GET /v1/bookmarks/{id}", id)).body as WireBookmark;
  const lastMessage = () => {
    const message = world.queue.sent.at(-1)?.message;
    if (message === undefined) throw new Error("No message was sent.");
    return message;
  };
  return {
    send: ofUser,
    async save(url = pageUrl()) {
      const headers = { "idempotency-key": randomUUID() };
      const { body } = await ofUser({ route: "POST /v1/bookmarks", body: { url }, headers });
      return { id: body.id, message: lastMessage() };
    },
    shown,
    status: async (id) => (await shown(id)).status,
    content: (id) => one("GET /v1/bookmarks/{id}/content", id),
    async found(query) {
      const { body } = await ofUser({ route: "GET /v1/bookmarks", query });
      return body.bookmarks.map((bookmark: WireBookmark) => bookmark.id);
    },
    delete: (id) => one("DELETE /v1/bookmarks/{id}", id),
    reprocess: (id) => one("POST /v1/bookmarks/{id}/reprocess", id),
    async failedJobs(id) {
      const query = { limit: "100" };
      const { body } = await send({ route: "GET /v1/failed-jobs", query, groups: ["admin"], user: "operator" });
      return (body.failed_jobs as WireFailedJob[]).filter((job) => job.bookmark_id === id);
    },
    retry: (id) =>
      send({ route: "POST /v1/failed-jobs/{id}/retry", params: { id }, groups: ["admin"], user: "operator" }),
    lastMessage,
  };
}

/** The item under a bookmark's key, which may be a tombstone; undefined without one. */
export async function storedItem({ client }: Pick<TestDynamo, "client">, userId: string, id: string) {
  const Key = { user_id: userId, id };
  return (await client.send(new GetCommand({ TableName: "bookmarks", Key, ConsistentRead: true }))).Item;
}

/** A bookmark after all the receives of its message, at each of which its site answered 503. */
export async function exhausted(world: BookmarksWorld, user: Reader): ReturnType<Reader["save"]> {
  const saved = await user.save();
  const { receive } = processingWorker(world, () => fetchedPage({ status: 503 }));
  for (let count = 1; count <= MAX_RECEIVES; count += 1) await receive(saved.message, count);
  return saved;
}
