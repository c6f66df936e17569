import { setTimeout as pause } from "node:timers/promises";
import type { MagpieClient } from "../../client/index.ts";
import { allOf } from "../client/moving/all-of.ts";
import type { Journal } from "./journal.ts";
import { sendMention } from "./second-system.ts";
import type { Sender } from "./sender.ts";

/**
 * Milliseconds for each step of settling: what is left then is stuck. Reconcile gives a work item up after about two and a
 * half hours, which are ninety seconds here; a busy machine gets more.
 */
const PATIENCE_MS = 300_000;
/** Milliseconds between two polls: a poll of the whole system takes CPU time from what settles. */
const PAUSE_MS = 1_000;
const REDRIVES = 3;
/** Runs until the results of a job are exhausted: a run collects a quarter of them. */
const RUNS = 8;

/** Polls until a step is done, or for long enough. @param isDone may act, too */
async function patiently(isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isDone()) && performance.now() < end) await pause(PAUSE_MS);
}

async function isEmpty(items: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of items) return false;
  return true;
}

/** Who settles the system: the operator and the users. */
export interface Settlers {
  readonly operator: MagpieClient;
  readonly users: readonly MagpieClient[];
}

/**
 * Lets the system settle as an operator would: waits until the queues are empty, redrives the dead letters, retries the
 * failed jobs, and waits until nothing is pending. What does not settle is left for the audit.
 */
export async function settle({ operator, users }: Settlers): Promise<void> {
  const redrives = new Map<string, number>();
  let isRetried = false;
  await patiently(async () => {
    const queues = await operator.queues.list();
    if (queues.some(({ depth, in_flight }) => depth + in_flight > 0)) return false;
    const dead = queues.filter(({ name, dlq_depth }) => dlq_depth > 0 && (redrives.get(name) ?? 0) < REDRIVES);
    for (const { name } of dead) {
      redrives.set(name, (redrives.get(name) ?? 0) + 1);
      await operator.queues.redrive(name);
    }
    if (dead.length > 0) return false;
    if (!isRetried) {
      isRetried = true;
      for await (const { id } of operator.failedJobs.all({ retryable: true })) await operator.failedJobs.retry(id);
      return false;
    }
    return nothingIsPending({ operator, users });
  });
}

async function nothingIsPending({ operator, users }: Settlers): Promise<boolean> {
  if (!(await isEmpty(operator.recommendations.allDeliveries({ status: "pending" })))) return false;
  const jobs = await allOf(operator.jobs.all());
  if (jobs.some(({ last_run }) => last_run?.status === "running")) return false;
  for (const { stocks, bookmarks } of users) {
    if (!(await isEmpty(stocks.all({ status: "pending" })))) return false;
    for (const status of ["saving", "processing", "retrying"] as const) {
      if (!(await isEmpty(bookmarks.all({ status })))) return false;
    }
  }
  return true;
}

/** Runs every job until its results are exhausted. */
export async function exhaustJobs(sender: Sender): Promise<void> {
  const { jobs } = sender.client;
  for (const { name: job } of await allOf(jobs.all())) {
    for (let run = 0; run < RUNS; run += 1) {
      const cursors = await jobs.cursors(job);
      if (cursors.length > 0 && cursors.every(({ is_exhausted }) => is_exhausted)) break;
      await sender.request({ feature: "run", verb: "announce", subject: job }, () => jobs.run(job), {
        idOf: (started) => started?.run_id ?? null,
      });
      await patiently(async () => (await jobs.get(job)).last_run?.status !== "running");
    }
  }
}

/** Crawls every product until a crawl has read all of its pages. */
export async function crawlAll({ products }: MagpieClient): Promise<void> {
  for await (const { id } of products.all()) {
    await patiently(async () => {
      const [crawl] = await products.crawl({ product_id: id });
      return crawl?.outcome === "items" && crawl.complete;
    });
  }
}

/** The second system sends what is not verified once more, as a sender does, and the mentions are verified. */
export async function mentionAgain({ mentions }: MagpieClient, journal: Journal, site: string): Promise<void> {
  const isLeft = async () => {
    const verified = new Set((await allOf(mentions.all({ status: "verified" }))).map(({ source }) => source));
    const accepted = journal.entries.filter(({ feature, outcome }) => feature === "mention" && outcome === "accepted");
    return accepted.map(({ subject }) => subject).filter((source) => !verified.has(source));
  };
  for (const source of await isLeft()) await patiently(async () => (await sendMention(site, source)) === 202);
  await patiently(async () => (await isLeft()).length === 0);
}
