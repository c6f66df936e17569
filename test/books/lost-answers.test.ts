import { expect, it } from "vitest";
import { runDueJobs } from "../../lambdas/books/on-schedule.ts";
import { reconcilableRuns } from "../../lambdas/books/reconcile.ts";
import { booksRoutes } from "../../lambdas/books/routes.ts";
import { collectMessageOf } from "../../lambdas/books/work/request-run.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { HttpRequest } from "../emulators/http-event.ts";
import type { Invocation } from "../emulators/invocation.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { EntryPoint } from "../shared/lost-answers.ts";
import { describeLostAnswers, routesOf, writingRoutes } from "../shared/lost-answers.ts";
import type { BooksWorld } from "./books-world.ts";
import { booksApi, booksWorld, collector, operator, volume, volumesAnswer } from "./books-world.ts";

capturedLog();

const params = { name: "job" };
const KEY = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" };

/** A Google with one page of two books. */
const google = async () => volumesAnswer([volume("a"), volume("b")], 2);

/** A job that exists before the call. */
const states = {
  missing: async () => undefined,
  idle: async (world: BooksWorld) => {
    await operator(world).create("job", { schedule: "daily" });
  },
  requested: async (world: BooksWorld) => {
    await operator(world).create("job", { notify: true });
    await operator(world).requestRun("job");
  },
  "requested long ago": async (world: BooksWorld) => {
    await operator(world).create("job", { notify: true });
    const { runId } = await operator(world).requestRun("job");
    await world.jobs.postponeReconcile({ name: "job", run: { id: runId } }, world.clock.now(), 3);
  },
  "given up": async (world: BooksWorld) => {
    await operator(world).create("job", { notify: true });
    await collector(world, google).receive(await operator(world).requestRun("job"), 5);
  },
  exhausted: async (world: BooksWorld) => {
    await operator(world).create("job", { notify: true });
    await operator(world).run("job", collector(world, google));
  },
};

function of(
  what: string,
  state: keyof typeof states,
  act: (world: BooksWorld, running: Invocation) => Promise<unknown>,
): EntryPoint {
  return {
    what: `${what}, a job that is ${state}`,
    async start(dynamo) {
      const world = booksWorld(dynamo);
      await states[state](world);
      return {
        queues: [world.collectQueue],
        act(running) {
          const { jobs, runs, books, quota, notices, idempotencyKeys } = booksWorld(running);
          const collectQueue = { ...world.collectQueue, ...running.queue(world.collectQueue) };
          return act({ ...world, jobs, runs, books, quota, notices, idempotencyKeys, collectQueue }, running);
        },
      };
    },
  };
}

const request = (request: HttpRequest, state: keyof typeof states) =>
  of(request.route, state, (world) => booksApi(world)({ user: "olga", groups: ["admin"], ...request }));

const receive = (what: string, state: keyof typeof states, fetch: typeof google, receiveCount = 1) =>
  of(`the worker, ${what}`, state, async (world, running) => {
    const job = await world.jobs.get("job");
    const run = job?.active?.run ?? job?.lastRun;
    if (run === undefined || run === null) throw new Error("There is no run.");
    const worker = collector(world, () => running.outside(fetch));
    return worker.receive(collectMessageOf("job", run.id), receiveCount);
  });

const cut = async () => {
  throw new Error("Google is a bug.");
};

const entryPoints = [
  request({ route: "POST /v1/jobs", body: { name: "job", queries: ["lighthouses"] }, headers: KEY }, "missing"),
  request({ route: "POST /v1/jobs", body: { name: "job", queries: ["lighthouses"] }, headers: KEY }, "idle"),
  request({ route: "PUT /v1/jobs/{name}", params, body: { queries: ["ports"] } }, "exhausted"),
  request({ route: "DELETE /v1/jobs/{name}", params }, "idle"),
  request({ route: "POST /v1/jobs/{name}/run", params }, "idle"),
  request({ route: "POST /v1/jobs/{name}/run", params }, "requested"),
  request({ route: "POST /v1/jobs/{name}/run", params }, "exhausted"),
  request({ route: "DELETE /v1/jobs/{name}/cursors", params }, "exhausted"),
  receive("Google answers", "requested", google),
  receive("Google answers", "given up", google),
  receive("a fault of our own", "requested", cut),
  receive("its attempts used up", "requested", google, 5),
  of("the schedule", "idle", (world) => runDueJobs(world, "schedule-1")),
  ...(["requested", "requested long ago"] as const).map((state) =>
    of("reconcile", state, (world) => {
      world.clock.forward(11 * MINUTE);
      return reconcile([reconcilableRuns(world, world.collectQueue)], "run-1", world.clock);
    }),
  ),
];

it("covers every route that writes", () => {
  expect(routesOf(entryPoints)).toEqual(writingRoutes(booksRoutes));
});

describeLostAnswers(entryPoints);
