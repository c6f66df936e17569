import { runDueJobs } from "../../../lambdas/books/on-schedule.ts";
import { reconcilableRuns } from "../../../lambdas/books/reconcile.ts";
import type { CollectServices } from "../../../lambdas/books/work/collect-run.ts";
import type { CollectMessage } from "../../../lambdas/books/work/request-run.ts";
import { collectMessage, collectMessageOf } from "../../../lambdas/books/work/request-run.ts";
import { giveUpRun, workOnBooks } from "../../../lambdas/books/worker.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { sqsWorker } from "../../../lambdas/shared/work/worker.ts";
import { API_KEY, booksApi, booksWorld, volume, volumesAnswer } from "../../books/books-world.ts";
import type { HttpRequest } from "../../emulators/http-event.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import { asTheyAre } from "../../shared/pictures/as-they-are.ts";
import type { BrokenCall } from "../fault.ts";
import type { FaultQueue } from "../fault-queue.ts";
import type { Entry, FaultFeature, FaultWorld } from "../feature.ts";
import { late, message, request, schedule } from "../feature.ts";
import { brokenFetch } from "../outside.ts";
import { brokenPictures, judgedPictures, PICTURES, pictureSite } from "../pictures.ts";
import { hourlyRun, reconciler } from "../schedules.ts";
import type { System } from "../system.ts";

const MAX_RECEIVES = 5;
const QUEUE = "books-collect";
const ADMIN = { user: "olga", groups: ["admin"] };
const params = { name: "job" };

interface BooksFaults extends FaultWorld {
  readonly services: Pick<CollectServices, "jobs" | "runs">;
  readonly due: () => Promise<unknown>;
  readonly reconcile: () => Promise<unknown>;
  readonly queueOf: FaultQueue<CollectMessage>;
}

/** Google Books with five volumes, two on a page, which have covers in a search for them. */
const google: OutboundFetch = async (request) => {
  const { origin, searchParams } = new URL(request.url);
  if (origin === PICTURES) return pictureSite(request);
  const hasCovers = searchParams.get("q") === "covers";
  const start = Number(searchParams.get("startIndex"));
  const size = Math.min(2, Number(searchParams.get("maxResults")));
  const page = ["a", "b", "c", "d", "e"].slice(start, start + size);
  return volumesAnswer(
    page.map((id) => volume(id, hasCovers ? { imageLinks: { thumbnail: `${PICTURES}/${id}.png` } } : {})),
    5,
  );
};

function start(system: System): BooksFaults {
  const { clock, invocations } = system;
  const collectQueue = system.queue<CollectMessage>({
    name: QUEUE,
    maxReceiveCount: MAX_RECEIVES,
    visibilityTimeout: 30 * MINUTE,
  });
  const services = { ...booksWorld(invocations), clock, collectQueue };
  const bucket = brokenPictures(invocations);
  collectQueue.worker = sqsWorker({
    environment: {},
    message: collectMessage,
    services: () => ({
      ...services,
      // 429 would say that the quota of the day is used up: the run would end.
      fetch: brokenFetch(invocations, google, 503),
      apiKey: {
        read: () => invocations.aws("GetSecretValue", async () => API_KEY),
        forget: () => undefined,
      },
      country: "JP",
      coversQueue: collectQueue,
      fitPictures: asTheyAre,
      pictures: bucket.store,
      random: () => 0.5,
      pause: async (milliseconds: number) => clock.forward(milliseconds),
      visibility: collectQueue.visibility,
      maxReceiveCount: MAX_RECEIVES,
    }),
    work: workOnBooks,
    giveUp: giveUpRun,
  });
  const send = (wanted: HttpRequest) => booksApi(services)({ ...ADMIN, ...wanted });
  return {
    system,
    tables: ["books", "notices", "idempotency_keys"],
    settled: withoutOrder,
    isWorkItem: (item) => item.startsWith('{"pk":"jobs"'),
    send,
    effects: async () => {
      const { body } = await send({ route: "GET /v1/jobs/{name}/runs", params });
      const pages = Object.values(Object.groupBy(invocations.requested, (page) => page));
      return {
        runs: body.runs?.map((run: object) => ({ ...run, stored: null })),
        // Only the page at which a worker was stopped is requested once more.
        isPolite: pages.every((same = []) => same.length <= 2),
        missing: judgedPictures(bucket, [JSON.stringify((await send({ route: "GET /v1/books" })).body)], []).missing,
      };
    },
    services,
    due: hourlyRun(system, (correlationId) => runDueJobs(services, correlationId)),
    reconcile: reconciler(system, [reconcilableRuns(services, collectQueue)]),
    queueOf: collectQueue,
  };
}

/** Books that a worker stored before it was stopped count as new for no later one, and a notice names them in any order. */
function withoutOrder(item: string, { what, ending }: BrokenCall): string | null {
  // The record of a run is written by the request for the next one if the worker was stopped before; the API has it.
  if (item.startsWith('{"pk":"runs#')) return null;
  // Books whose message the queue has refused or lost have no cover until a job finds them again.
  const isUnsent = what.startsWith("SendMessage ") || ending === "abandoned";
  const bare = isUnsent ? item.replace(/,"cover":\{[^}]*\}/, "") : item;
  return bare
    .replace(/"stored":\d+/g, '"stored":"(count)"')
    .replace(/"titles":(\[[^\]]*\])/g, (_, titles: string) => `"titles":${JSON.stringify(JSON.parse(titles).sort())}`)
    .replace(/"body":"([^"]*)"/g, (_, body: string) => body.split("\\n").sort().join(" "));
}

const KEY = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" };
const CREATE: HttpRequest = {
  route: "POST /v1/jobs",
  body: { name: "job", queries: ["lighthouses"] },
  headers: KEY,
};
const CHANGE: HttpRequest = { route: "PUT /v1/jobs/{name}", params, body: { queries: ["ports"] } };
const RESET: HttpRequest = { route: "DELETE /v1/jobs/{name}/cursors", params };
const RUN: HttpRequest = { route: "POST /v1/jobs/{name}/run", params };

async function sendAll({ send, system }: BooksFaults, ...requests: readonly HttpRequest[]): Promise<void> {
  for (const wanted of requests) {
    const { status } = await send(wanted);
    if (status >= 300) throw new Error(`${wanted.route}: ${status}`);
    system.clock.forward(MINUTE);
  }
}

/** A job that exists before an entry. */
function created(body: object = {}) {
  return (world: BooksFaults) =>
    sendAll(world, { ...CREATE, body: { name: "job", queries: ["lighthouses"], ...body }, headers: {} });
}

async function requested(world: BooksFaults): Promise<void> {
  await created({ notify: true })(world);
  await sendAll(world, RUN);
}

async function collected(world: BooksFaults): Promise<void> {
  await requested(world);
  await world.system.settle();
}

async function overdue(world: BooksFaults): Promise<void> {
  await requested(world);
  world.queueOf.lose();
  world.system.clock.forward(12 * MINUTE);
}

async function overdueForLong(world: BooksFaults): Promise<void> {
  await requested(world);
  world.queueOf.lose();
  const { jobs } = world.services;
  const id = (await jobs.get("job"))?.active?.run.id ?? "";
  await jobs.postponeReconcile({ name: "job", workId: id }, world.system.clock.now(), 3);
  world.system.clock.forward(12 * MINUTE);
}

async function requestedCovers(world: BooksFaults): Promise<void> {
  await created({ queries: ["covers"], max_per_run: 2 })(world);
  await sendAll(world, RUN);
}

async function foundCovers(world: BooksFaults): Promise<void> {
  await requestedCovers(world);
  await world.system.queues[0]?.deliver();
}

/** The run was given up, and its message is redriven. */
async function redriven(world: BooksFaults): Promise<void> {
  await overdueForLong(world);
  await world.reconcile();
  const id = (await world.services.jobs.get("job"))?.lastRun?.id ?? "";
  await world.system.queues[0]?.send(collectMessageOf("job", id) as never, "correlation-1");
}

async function usedUp(world: BooksFaults): Promise<void> {
  await requested(world);
  world.queueOf.receivedBefore(MAX_RECEIVES - 1);
}

/** The lease of a worker that hangs expires, and another worker ends the run. */
async function takenOver({ system }: BooksFaults): Promise<void> {
  const [queue] = system.queues;
  if (queue === undefined) throw new Error("There is no queue.");
  system.clock.forward(MINUTE + 1);
  await queue.send(JSON.parse(queue.accepted.at(-1) ?? "") as never, "correlation-2");
  await queue.deliver();
}

/** Another worker takes the run, whose lease has expired if there is one. @returns false when the run has ended */
async function takenByAnother({ services: { jobs }, system }: BooksFaults): Promise<boolean> {
  system.clock.forward(MINUTE + 1);
  const now = system.clock.now();
  const until = new Date(now.getTime() + 60 * MINUTE);
  const runId = (await jobs.get("job"))?.active?.run.id ?? "";
  return (await jobs.take("job", runId, { holder: "another", now, until, reconcileAt: until })) !== null;
}

const NEWER = {
  "a newer run": async (world: BooksFaults) => {
    await takenOver(world);
    await sendAll(world, RUN);
  },
  "another job of this name, after the job's deletion": (world: BooksFaults) =>
    sendAll(world, { route: "DELETE /v1/jobs/{name}", params }, { ...CREATE, headers: {} }),
  "a change of the job": { happens: (world: BooksFaults) => sendAll(world, CHANGE), stays: /"queries":\["ports"\]/g },
  "a reset of the job": {
    // A run that begins afterwards writes a cursor.
    happens: async (world: BooksFaults) =>
      (await world.services.jobs.get("job"))?.active?.lease != null && sendAll(world, RESET),
    stays: /"cursors":{}/g,
  },
};

const overtakable = (entry: Entry<BooksFaults>) => ({
  ...entry,
  overtakenBy: { ...NEWER, "a worker that takes the run": takenByAnother },
});
const reconciled = (when: string, prepare: (world: BooksFaults) => Promise<void>) => ({
  ...schedule("reconcile", when, ({ reconcile }: BooksFaults) => reconcile(), prepare),
  overtakenBy: NEWER,
});

const get = (route: string, more: Partial<HttpRequest> = {}) =>
  request<BooksFaults>({ route, ...more }, "a run has collected", collected);

/** The entries of books. */
export const books: FaultFeature<BooksFaults> = {
  name: "books",
  start,
  entries: [
    request(CREATE, "there is no such job"),
    request({ ...CREATE, body: { name: "job", queries: ["ports"] } }, "there is a job of this name", created()),
    get("GET /v1/jobs"),
    get("GET /v1/jobs/{name}", { params }),
    request(CHANGE, "a run has collected", collected),
    request({ route: "DELETE /v1/jobs/{name}", params }, "a run has collected", collected, [404]),
    request(RUN, "there is no run", created(), [409]),
    request(RUN, "a run is in progress", requested),
    request(RUN, "a run has collected", collected, [409]),
    get("GET /v1/jobs/{name}/runs", { params }),
    get("GET /v1/jobs/{name}/cursors", { params }),
    request(RESET, "a run has collected", collected, [200]),
    get("GET /v1/books"),
    get("GET /v1/books/{id}", { params: { id: derivedId("volume", "a") } }),
    overtakable(message(QUEUE, "Google answers to the end of the results", requested)),
    overtakable(
      message(QUEUE, "Google answers until the run has its fill", async (world) => {
        await created({ max_per_run: 3 })(world);
        await sendAll(world, RUN);
      }),
    ),
    // If the run is not given up, reconcile has it done.
    overtakable(message(QUEUE, "the receives are used up", usedUp, true)),
    // Only its first receive may enter the run again (docs/decisions/0003-attempts-and-receives.md).
    overtakable(message(QUEUE, "the run was given up, and the message is redriven", redriven, true)),
    late(
      message(QUEUE, "the run was given up, and the message comes once more", async (world) => {
        await redriven(world);
        world.queueOf.receivedBefore(1);
      }),
    ),
    late(
      message(QUEUE, "the run has ended", async (world) => {
        await collected(world);
        const id = (await world.services.jobs.get("job"))?.lastRun?.id ?? "";
        await world.system.queues[0]?.send(collectMessageOf("job", id) as never, "correlation-1");
      }),
    ),
    {
      ...message(QUEUE, "a run that continues where the last one had its fill", async (world) => {
        await created({ max_per_run: 2 })(world);
        await sendAll(world, RUN);
        await world.system.settle();
        await sendAll(world, RUN);
      }),
      requestsAgain: 0,
    },
    message(QUEUE, "a run finds books with covers", requestedCovers),
    message(QUEUE, "the covers are copied", foundCovers),
    {
      ...schedule("books-due", "a job is due", ({ due }) => due(), created({ schedule: "daily" })),
      overtakenBy: {
        "another run of the schedule, and the end of what it requests": {
          happens: async ({ due, queueOf }) => {
            await due();
            await queueOf.deliver();
          },
          // No other run; the job's entry in the index is moved to the day on which it is due next.
          stays: /"active":|"last_run":{"id":"[^"]*"/g,
        },
      },
    },
    reconciled("a run is overdue", overdue),
    overtakable(reconciled("a run is overdue for the last time", overdueForLong)),
  ],
};
