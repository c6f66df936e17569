import type * as z from "zod/mini";
import { operations } from "../../lambdas/books/api.ts";
import type { bookSchema } from "../../lambdas/books/http/book-answer.ts";
import type { cursorSchema, jobSchema, runSchema } from "../../lambdas/books/http/job-answer.ts";
import type { BooksServices } from "../../lambdas/books/http/services.ts";
import { booksRoutes } from "../../lambdas/books/routes.ts";
import { BookTable } from "../../lambdas/books/tables/book-table.ts";
import { JobTable } from "../../lambdas/books/tables/job-table.ts";
import { QuotaTable } from "../../lambdas/books/tables/quota-table.ts";
import { RunTable } from "../../lambdas/books/tables/run-table.ts";
import type { CollectServices } from "../../lambdas/books/work/collect-run.ts";
import type { CoverServices } from "../../lambdas/books/work/copy-covers.ts";
import type { CollectMessage } from "../../lambdas/books/work/request-run.ts";
import { collectMessage } from "../../lambdas/books/work/request-run.ts";
import { giveUpRun, workOnBooks } from "../../lambdas/books/worker.ts";
import { IdempotencyTable } from "../../lambdas/shared/idempotency/idempotency-table.ts";
import { UserLimits } from "../../lambdas/shared/idempotency/user-limits.ts";
import { NoticeWriter } from "../../lambdas/shared/notices/notice-writer.ts";
import type { OutboundFetch, OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { createOutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import type { WorkerServices } from "../../lambdas/shared/work/worker.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import type { SimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { featureApi } from "../emulators/feature-api.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import { walk } from "../emulators/http-event.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { MINUTE, testClock } from "../emulators/test-clock.ts";
import type { TestQueue } from "../emulators/test-queue.ts";
import { notedVisibility, testIds, testQueue } from "../emulators/test-queue.ts";
import { response } from "../shared/outbound/outbound-response.ts";
import { asTheyAre } from "../shared/pictures/as-they-are.ts";
import { PictureBucket } from "../shared/pictures/picture-bucket.ts";

/** The number of receives after which SQS dead-letters a message of the queue. */
export const MAX_RECEIVES = 5;
/** The default key that a simulated Google Books accepts. */
export const API_KEY = "simulated-key";
export const SITE = "https://site.example";

export type WireJob = z.output<typeof jobSchema>;
export type WireRun = z.output<typeof runSchema>;
export type WireCursor = z.output<typeof cursorSchema>;
export type WireBook = z.output<typeof bookSchema>;

/** The services of the operations on jobs and books, with emulated tables. */
export interface BooksWorld extends BooksServices {
  readonly clock: TestClock;
  readonly collectQueue: TestQueue<CollectMessage>;
  /** The table that counts the day's requests; the quota is 1,000. */
  readonly quota: QuotaTable;
  readonly notices: NoticeWriter;
}

export function booksWorld({ client }: Pick<TestDynamo, "client">): BooksWorld {
  return {
    jobs: new JobTable(client, "books"),
    runs: new RunTable(client, "books"),
    books: new BookTable(client, "books"),
    quota: new QuotaTable(client, "books", 1_000),
    notices: new NoticeWriter(client, "notices"),
    idempotencyKeys: new IdempotencyTable(client, "idempotency_keys"),
    limits: new UserLimits(client, "idempotency_keys"),
    clock: testClock(),
    collectQueue: testQueue(),
    siteUrl: SITE,
    newId: testIds(),
  };
}

/** The feature's HTTP function with a world's services, built like the deployed entry. */
export function booksApi(world: BooksServices): (request: HttpRequest) => Promise<HttpAnswer> {
  return featureApi(booksRoutes, operations, world);
}

/** The real outbound fetch, whose connections all end at a simulated Google Books. */
export function fetchFrom({ port }: Pick<SimulatedSite, "port">): OutboundFetch {
  const fetch = createOutboundFetch({
    lookup: async () => ["93.184.215.14"],
    dial: () => ({ addresses: ["127.0.0.1"], port }),
  });
  // The simulated site uses no TLS.
  return (request) => fetch({ ...request, url: String(request.url).replace(/^https:/, "http:") });
}

/** Google's answer with these items; without a total if none is given. */
export function volumesAnswer(items: readonly unknown[], totalItems?: number): OutboundResponse {
  const url = new URL("https://www.googleapis.com/books/v1/volumes");
  const body = JSON.stringify({ kind: "books#volumes", totalItems, items });
  return response({ url, mediaType: "application/json", charset: "utf-8", body });
}

/** A volume in Google's format, without an ISBN. */
export function volume(id: string, changes: Readonly<Record<string, unknown>> = {}): unknown {
  return { kind: "books#volume", id, volumeInfo: { title: `Volume ${id}`, authors: ["An author"], ...changes } };
}

type CollectorServices = CollectServices & CoverServices & WorkerServices;

/** Services of a stage that copies no covers. */
const USUAL = {
  apiKey: { read: async () => API_KEY, forget: () => undefined },
  country: "JP",
  coversQueue: null,
  fitPictures: asTheyAre,
  random: () => 0.5,
  maxReceiveCount: MAX_RECEIVES,
} satisfies Partial<CollectorServices>;

/** The worker of the queue, built like its entry. */
export function collectWorker(
  services: Omit<CollectorServices, keyof typeof USUAL | "pictures"> & Partial<CollectorServices>,
) {
  return sqsWorker({
    environment: {},
    message: collectMessage,
    services: () => ({ ...USUAL, pictures: new PictureBucket().store, ...services }),
    work: workOnBooks,
    giveUp: giveUpRun,
  });
}

/** The collecting worker with a world's tables. */
export interface Collector {
  /** Waits within runs, in milliseconds. */
  readonly pauses: number[];
  /** The visibility time-outs that were set, in seconds. */
  readonly waits: number[];
  /** @returns whether SQS deletes the message */
  receive(body: unknown, receiveCount?: number): Promise<boolean>;
}

/** Builds the worker of a world. A wait within a run moves the clock. */
export function collector(
  world: BooksWorld,
  fetch: OutboundFetch,
  changes: Partial<CollectorServices> = {},
): Collector {
  const pauses: number[] = [];
  const waits: number[] = [];
  const handler = collectWorker({
    ...world,
    fetch,
    async pause(milliseconds: number) {
      pauses.push(milliseconds);
      world.clock.forward(milliseconds);
    },
    visibility: notedVisibility(waits),
    ...changes,
  });
  return {
    pauses,
    waits,
    async receive(body, receiveCount = 1) {
      return (await handler(sqsEvent({ body, receiveCount }))).batchItemFailures.length === 0;
    },
  };
}

const ADMIN = { user: "olga", groups: ["admin"] };

/** An administrator of a world, who makes requests of the API. */
export type Operator = ReturnType<typeof operator>;

export function operator(world: BooksWorld) {
  const send = booksApi(world);

  async function requested(request: HttpRequest, status: number): Promise<HttpAnswer["body"]> {
    const answer = await send({ ...ADMIN, ...request });
    if (answer.status !== status) throw new Error(`${request.route}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  const of = (route: string, name: string, status = 200) => requested({ route, params: { name } }, status);
  const runs = async (name: string): Promise<readonly WireRun[]> =>
    (await requested({ route: "GET /v1/jobs/{name}/runs", params: { name }, query: { limit: "100" } }, 200)).runs;

  /** Requests a run a minute after the previous request. @returns its message. @throws Error when the request is rejected */
  async function requestRun(name: string, body?: unknown): Promise<CollectMessage> {
    world.clock.forward(MINUTE);
    const { run_id } = await requested({ route: "POST /v1/jobs/{name}/run", params: { name }, body }, 202);
    const message = world.collectQueue.sent.at(-1)?.message;
    if (message === undefined || message.runId !== run_id) throw new Error(`No message was sent for run ${run_id}.`);
    return message;
  }

  return {
    /** Creates a job with one query and defaults for omitted settings. @throws Error when the request is rejected */
    create: (name: string, body: object = {}): Promise<WireJob> =>
      requested({ route: "POST /v1/jobs", body: { name, queries: ["lighthouses"], ...body } }, 201),
    replace: (name: string, body: object) => send({ ...ADMIN, route: "PUT /v1/jobs/{name}", params: { name }, body }),
    job: (name: string): Promise<WireJob> => of("GET /v1/jobs/{name}", name),
    requestRun,
    /** Requests a run, by a body or without, and lets the worker execute it. @returns the run as it is listed then */
    async run(name: string, worker: Collector, body?: unknown): Promise<WireRun> {
      const message = await requestRun(name, body);
      await worker.receive(message);
      const [run] = await runs(name);
      if (run?.id !== message.runId) throw new Error(`Run ${message.runId} is not listed.`);
      return run;
    },
    /** The last 100 runs, newest first. */
    runs,
    cursors: async (name: string): Promise<WireCursor[]> => (await of("GET /v1/jobs/{name}/cursors", name)).cursors,
    delete: (name: string): Promise<void> => of("DELETE /v1/jobs/{name}", name, 204),
    /** @returns how many cursors there were */
    reset: async (name: string): Promise<number> => (await of("DELETE /v1/jobs/{name}/cursors", name)).reset,
    /** Every book, page by page. */
    books: async (job?: string): Promise<readonly WireBook[]> => {
      const list = (page: Record<string, string>) => {
        const query = { ...page, ...(job === undefined ? {} : { job }) };
        return send({ route: "GET /v1/books", query, user: "alice", groups: [] });
      };
      return (await walk<WireBook>(list, "books", 100)).flat();
    },
  };
}
