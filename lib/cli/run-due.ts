import type { Command } from "commander";
import type { Job } from "../../client/answers.ts";
import type { MagpieClient } from "../../client/magpie-client.ts";
import { ApiProblem } from "../../client/magpie-error.ts";
import type { Cli } from "./cli.ts";
import type { JobRun } from "./follow-run.ts";
import { followRun, refuseFailed, runTable, startRun } from "./follow-run.ts";
import { shortHash } from "./job-cursor.ts";
import { table } from "./table.ts";

/** Google's maximum of items for a request. */
const PAGE_SIZE = 40;

/** The refusals of a due job that are no failure: another run of it came first, or the job was deleted. */
const TOO_LATE = new Set<string | null>(["run_in_progress", "not_found"]);

/** The first request that a run would make. */
interface FirstRequest {
  readonly job: string;
  readonly query_set_hash: string;
  readonly start_index: number;
  /** Null when there would be none. */
  readonly max_results: number | null;
  readonly is_exhausted: boolean;
  /** A run of the job is under way, so that there would be no other. */
  readonly in_progress: boolean;
}

/** A requested run of a job. */
interface StartedJob {
  readonly job: string;
  readonly run_id: string;
}

/** `magpie run-due`: does at once what the schedule does. */
export function addRunDueCommand(program: Command, cli: Cli): void {
  program
    .command("run-due")
    .description("run every job that is enabled and due, and wait for the ends; the runs need nobody to wait")
    .option("--dry-run", "run nothing; show what each would ask for first")
    .option("--no-wait", "only start them")
    .action(async ({ dryRun, wait }: { dryRun?: true; wait: boolean }) => {
      const client = await cli.client();
      const due = await dueJobs(client, cli);
      if (due.length === 0) cli.progress("No job is due.");
      if (dryRun) return printDryRun(due, client, cli);
      const { started, skipped } = await startAll(due, client, cli);
      if (!wait) {
        return cli.print(
          { runs: started, skipped },
          table(
            ["job", "run"],
            started.map(({ job, run_id }) => [job, run_id]),
          ),
        );
      }
      const followed: JobRun[] = [];
      for (const { job, run_id } of started) followed.push(await followRun(job, run_id, client, cli));
      const runs = followed.map(({ job, run }) => ({ job, run_id: run.id, run }));
      cli.print({ runs, skipped }, runTable(followed));
      refuseFailed(followed);
    });
}

async function dueJobs({ jobs }: MagpieClient, { clock }: Cli): Promise<Job[]> {
  const due: Job[] = [];
  for await (const job of jobs.all()) {
    if (job.enabled && job.due_at !== null && Date.parse(job.due_at) <= clock.now().getTime()) due.push(job);
  }
  return due;
}

/** Starts all runs before waiting for any: the system processes more than one at a time. */
async function startAll(
  due: readonly Job[],
  client: MagpieClient,
  cli: Cli,
): Promise<{ started: StartedJob[]; skipped: { job: string; reason: string }[] }> {
  const started: StartedJob[] = [];
  const skipped: { job: string; reason: string }[] = [];
  for (const { name } of due) {
    try {
      started.push({ job: name, run_id: await startRun(name, client) });
    } catch (error) {
      if (!(error instanceof ApiProblem) || !TOO_LATE.has(error.code)) throw error;
      skipped.push({ job: name, reason: String(error.code) });
      cli.progress(`${name}: left out. ${error.detail}`);
    }
  }
  return { started, skipped };
}

async function printDryRun(due: readonly Job[], client: MagpieClient, cli: Cli): Promise<void> {
  const first: FirstRequest[] = [];
  for (const job of due) first.push(await firstRequest(job, client));
  cli.print(
    { due: first },
    table(
      ["job", "query set", "start index", "max results", "exhausted", "under way"],
      first.map((request) => [
        request.job,
        shortHash(request.query_set_hash),
        request.start_index,
        request.max_results,
        request.is_exhausted,
        request.in_progress,
      ]),
    ),
  );
}

async function firstRequest(job: Job, { jobs }: MagpieClient): Promise<FirstRequest> {
  const hash = job.query_set_hash;
  const cursor = (await jobs.cursors(job.name)).find(({ query_set_hash }) => query_set_hash === hash);
  const isExhausted = cursor?.is_exhausted ?? false;
  const inProgress = job.last_run?.status === "running";
  return {
    job: job.name,
    query_set_hash: hash,
    start_index: cursor?.start_index ?? 0,
    max_results: isExhausted || inProgress || job.max_per_run === 0 ? null : Math.min(PAGE_SIZE, job.max_per_run),
    is_exhausted: isExhausted,
    in_progress: inProgress,
  };
}
