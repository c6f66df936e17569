import { runDueJobs } from "../../lambdas/books/on-schedule.ts";
import { reconcilableRuns } from "../../lambdas/books/reconcile.ts";
import { QuotaTable } from "../../lambdas/books/tables/quota-table.ts";
import type { CollectMessage } from "../../lambdas/books/work/request-run.ts";
import type { WireBook, WireCursor, WireJob, WireRun } from "../books/books-world.ts";
import { booksApi, booksWorld, collectWorker, MAX_RECEIVES } from "../books/books-world.ts";
import { failsEveryAttempt } from "../emulators/broken-call.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { Dead } from "./actor.ts";
import type { JobAct, ModelSettings, ModelState, ShownJob } from "./book-model.ts";
import { deliveryEvent, jobEvent, reconcileEvent, scheduleEvent, seen } from "./book-model.ts";
import type { Interval, RunTroubles } from "./book-runs.ts";
import { dueNotices, judgeRequests, judgeRuns } from "./book-runs.ts";
import type { BookInvoked, BookStep, JobRequest } from "./book-steps.ts";
import { NAMES } from "./book-steps.ts";
import type { HistoryQueueProps } from "./history-queue.ts";
import type { Event } from "./possible-states.ts";
import { PossibleStates } from "./possible-states.ts";
import type { Background, History, HistoryWorld } from "./world.ts";
import { expectNothingLeft, invokeCommon, outcome, settle } from "./world.ts";

/** As in the template: six times the worker's time-out. */
export const BOOKS_QUEUE: HistoryQueueProps = { maxReceiveCount: MAX_RECEIVES, visibilityTimeout: 30 * MINUTE };
/** Requests to Google in a day. */
const PER_DAY = 5;

const ADMIN = { user: "olga", groups: ["admin"] };

/** The books feature in a world, and the model beside it. */
export class BookHistory implements History<BookInvoked> {
  readonly #world: HistoryWorld<CollectMessage, URL>;
  readonly #send: ReturnType<typeof booksApi>;
  readonly #services;
  readonly #background: Background;
  readonly #states = new Map(NAMES.map((name) => [name, new PossibleStates<ModelState>(null)]));
  readonly #troubles: RunTroubles = {
    accepted: new Map(),
    unnamed: 0,
    changes: [],
    failures: [],
    attempts: [],
    requests: [],
  };
  #steps = 0;

  /** Whether a long time may pass in the current step between the count of a request and the request. */
  #isTimePassing = false;
  /** The times of the current step, epoch milliseconds. */
  readonly #moments = new Set<number>();

  constructor(outside: HistoryWorld<CollectMessage, URL>) {
    const clock: TestClock = {
      ...outside.clock,
      forward: (milliseconds) => {
        outside.clock.forward(milliseconds);
        this.#moments.add(clock.now().getTime());
      },
    };
    const world = { ...outside, clock };
    const { actors, queue, site } = world;
    const services = {
      ...booksWorld(actors),
      quota: new QuotaTable(actors.client, "books", PER_DAY),
      collectQueue: queue,
      clock,
    };
    this.#world = world;
    this.#services = services;
    this.#send = booksApi(services);
    this.#background = {
      worker: collectWorker({
        ...services,
        pause: (milliseconds: number) => actors.outside(async () => clock.forward(milliseconds)),
        visibility: queue.visibility,
        fetch: ({ url }) =>
          actors.outside(async () => {
            if (!this.#isTimePassing) this.#troubles.requests.push(clock.now());
            return site.answer(new URL(url));
          }),
      }),
      reconcilable: reconcilableRuns(services, queue),
    };
  }

  async invoke({ invoked, order }: Extract<BookStep, { invoked: unknown }>): Promise<void> {
    this.#steps += 1;
    const { actors, clock } = this.#world;
    // No two steps happen in one millisecond, so that runs have an order.
    this.#moments.clear();
    this.#isTimePassing = invoked.some(({ what }) => what === "time");
    clock.forward(1);
    const answers = await actors.run(invoked, order, (one) => this.#act(one));
    const moments = [...this.#moments];
    this.#note(invoked, answers, [Math.min(...moments), Math.max(...moments)]);
    for (const [name, states] of this.#states) {
      const events = invoked.flatMap((one, index) => this.#events(one, answers[index], name, invoked, moments));
      states.happened(events, () => {
        const observed = invoked.map((one, index) => [one, outcome(answers[index])]);
        return `step ${this.#steps} for ${name}: ${JSON.stringify(observed)}`;
      });
    }
  }

  #events(
    one: BookInvoked,
    answer: unknown,
    name: string,
    all: readonly BookInvoked[],
    moments: readonly number[],
  ): readonly Event<ModelState>[] {
    if (one.what === "delivery") return [deliveryEvent];
    if (one.what === "reconcile") return [reconcileEvent];
    const others = all.flatMap((other) =>
      other !== one && other.what === "request" && other.name === name ? [other] : [],
    );
    const mayRace = others.length > 0;
    if (one.what === "schedule") {
      // A job that is changed at the same moment stays due until the next run of the schedule.
      return [scheduleEvent(moments, one.fault === null && typeof answer === "object" && !mayRace)];
    }
    if (one.what !== "request" || one.name !== name) return [];
    const ended = answer as HttpAnswer | Dead;
    const shown = typeof ended === "symbol" ? null : shownJob(ended.body);
    const mayFail = failsEveryAttempt(one.fault?.kind);
    const mayRepeat = one.fault !== null;
    const mayBeDeleted = others.some(({ act }) => act.do === "delete");
    const mayComeBack = others.some(({ act, fault }) => act.do === "create" && fault !== null);
    const meanwhile = { mayRace, mayRepeat, mayBeDeleted, mayComeBack };
    return [jobEvent(one.act, { answer: ended, shown, moments, mayFail, ...meanwhile })];
  }

  /** Notes what explains the runs that are listed at the end. */
  #note(invoked: readonly BookInvoked[], answers: readonly unknown[], during: Interval): void {
    const { failures, attempts } = this.#troubles;
    const isFaulty = invoked.some((one) => one.what === "mood" || ("fault" in one && one.fault !== null));
    if (isFaulty || !this.#world.site.isWell) failures.push(during);
    invoked.forEach((one, index) => {
      if (one.what === "delivery" || one.what === "reconcile") attempts.push(during);
      else if (one.what === "schedule") this.#troubles.unnamed += NAMES.length;
      else if (one.what === "request") this.#noteRequest(one, answers[index] as HttpAnswer | Dead, during);
    });
    for (const one of invoked) if (one.what === "request" && one.act.do === "delete") this.#noteDeletion(one.name);
  }

  /** A deleted job has no runs. But the job of the name may be another one already. */
  #noteDeletion(name: string): void {
    const { accepted } = this.#troubles;
    for (const [run, of] of accepted) if (of === name) this.#troubles.unnamed += accepted.delete(run) ? 1 : 0;
  }

  #noteRequest({ name, act }: JobRequest, answer: HttpAnswer | Dead, during: Interval): void {
    const { accepted, changes } = this.#troubles;
    if (act.do === "read") return;
    if (act.do !== "run") changes.push({ name, during });
    else if (typeof answer === "symbol" || answer.status >= 500) this.#troubles.unnamed += 1;
    else if (answer.status === 202) accepted.set(answer.body.run_id, name);
  }

  #act(one: BookInvoked): Promise<unknown> {
    switch (one.what) {
      case "request":
        return this.#request(one.name, one.act);
      case "schedule":
        return runDueJobs(this.#services, "schedule-1").catch((error: unknown) => String(error));
      default:
        return invokeCommon(one, this.#world, this.#background);
    }
  }

  #request(name: string, act: JobAct): Promise<HttpAnswer> {
    const one = { ...ADMIN, params: { name } };
    switch (act.do) {
      case "create":
        return this.#send({ ...ADMIN, route: "POST /v1/jobs", body: { name, ...bodyOf(act.settings) } });
      case "replace":
        return this.#send({ ...one, route: "PUT /v1/jobs/{name}", body: bodyOf(act.settings) });
      case "delete":
        return this.#send({ ...one, route: "DELETE /v1/jobs/{name}" });
      case "run":
        return this.#send({ ...one, route: "POST /v1/jobs/{name}/run" });
      case "reset":
        return this.#send({ ...one, route: "DELETE /v1/jobs/{name}/cursors" });
      case "read":
        return this.#send({ ...one, route: "GET /v1/jobs/{name}" });
    }
  }

  async end(): Promise<void> {
    this.#isTimePassing = false;
    await settle(this.#world, this.#background, () => this.#isAnyRunning());
    const { books } = await this.#read<{ books: readonly WireBook[] }>("GET /v1/books");
    for (const [name, states] of this.#states) {
      const job = await this.#job(name);
      const shown = shownJob(job);
      // A run in progress has ended, perhaps after it was executed once more.
      states.happened([deliveryEvent, reconcileEvent], () => "the quiet end");
      states.happened([seen(shown)], () => `the job ${name}: ${JSON.stringify(shown)}`);
      if (job === null) continue;
      if (shown?.run?.isRunning) throw new Error(`A run is still in progress: ${JSON.stringify(job)}`);
      const { runs } = await this.#read<{ runs: readonly WireRun[] }>("GET /v1/jobs/{name}/runs", name);
      const { cursors } = await this.#read<{ cursors: readonly WireCursor[] }>("GET /v1/jobs/{name}/cursors", name);
      const id = (await this.#services.jobs.get(name))?.id ?? "";
      judgeRuns({ name, id, max: job.max_per_run, runs, cursors, books }, this.#troubles);
      for (const notice of dueNotices(id, runs)) {
        if ((await this.#services.notices.get(notice)) === null) throw new Error(`A notice of ${name} is missing.`);
      }
    }
    judgeRequests(this.#troubles, PER_DAY);
    await expectNothingLeft(this.#world, this.#background);
  }

  async #isAnyRunning(): Promise<boolean> {
    const jobs = await Promise.all(NAMES.map((name) => this.#job(name)));
    return jobs.some((job) => job?.last_run?.status === "running");
  }

  async #job(name: string): Promise<WireJob | null> {
    const { status, body } = await this.#request(name, { do: "read" });
    if (status !== 200 && status !== 404) throw new Error(`The job ${name} was answered ${status}.`);
    return status === 200 ? body : null;
  }

  async #read<T>(route: string, name = ""): Promise<T> {
    const query = route.endsWith("cursors") ? {} : { limit: "100" };
    const { status, body } = await this.#send({ ...ADMIN, route, params: { name }, query });
    if (status !== 200) throw new Error(`${route} was answered ${status}.`);
    return body;
  }
}

function bodyOf({ query, max, schedule, enabled }: ModelSettings) {
  return { queries: [query], max_per_run: max, schedule, enabled, notify: true };
}

/** The job in an answer; null without one. */
function shownJob(body: WireJob | null | undefined): ShownJob | null {
  if (typeof body !== "object" || body === null || !("query_set_hash" in body)) return null;
  const { queries, max_per_run: max, schedule, enabled, due_at, last_run: run } = body;
  return {
    settings: { query: queries[0] ?? "", max, schedule, enabled } as ModelSettings,
    dueAt: due_at === null ? null : Date.parse(due_at),
    run: run && { id: run.id, isRunning: run.status === "running" },
  };
}
