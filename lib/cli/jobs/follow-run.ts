import type { Run } from "../../../client/answers.ts";
import type { MagpieClient } from "../../../client/magpie-client.ts";
import type { Cli } from "../cli.ts";
import { CliError } from "../cli-error.ts";
import type { Column } from "../table.ts";
import { table } from "../table.ts";

/** Milliseconds between two requests for a run's state: short at first, since a small run ends soon. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;

export interface JobRun {
  readonly job: string;
  readonly run: Run;
}

const COLUMNS: readonly Column<JobRun>[] = [
  "job",
  ["requests", ({ run }) => run.requests.length],
  ["collected", ({ run }) => run.collected],
  ["stored", ({ run }) => run.stored],
  ["stop reason", ({ run }) => run.stop_reason],
  ["start index", ({ run }) => run.start_index],
  ["exhausted", ({ run }) => run.is_exhausted],
];

/** Starts a run. @returns its id */
export async function startRun(job: string, { jobs }: MagpieClient, kind: Run["kind"] = "collect"): Promise<string> {
  const started = kind === "collect" ? await jobs.run(job) : await jobs.checkForNew(job);
  // Null only when the answer to the first attempt was lost: then the run in progress is the requested one.
  const id = started?.run_id ?? (await jobs.get(job)).last_run?.id;
  if (id === undefined) throw gone(job);
  return id;
}

/** Polls a run until it is finished, and shows its progress. */
export async function followRun(job: string, runId: string, client: MagpieClient, cli: Cli): Promise<JobRun> {
  let told: string | undefined;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const run = await readRun(job, runId, client);
    if (run.status === "finished") return { job, run };
    const line = progress(job, run);
    if (line !== told) cli.progress(line);
    told = line;
    await cli.clock.sleep(pause);
  }
}

async function readRun(job: string, runId: string, { jobs }: MagpieClient): Promise<Run> {
  const { last_run } = await jobs.get(job);
  if (last_run?.id === runId) return last_run;
  // The next run has begun already.
  for await (const run of jobs.allRuns(job)) if (run.id === runId) return run;
  throw gone(job);
}

function gone(job: string): CliError {
  return new CliError(`The run of ${job} is gone: the job was deleted and created again meanwhile.`);
}

function progress(job: string, { requests, collected, stored, start_index }: Run): string {
  if (requests.length === 0) return `${job}: under way`;
  const pages = requests.length === 1 ? "1 page" : `${requests.length} pages`;
  return `${job}: ${pages}, ${collected} collected, ${stored} stored, next start index ${start_index}`;
}

export function runTable(runs: readonly JobRun[]): string {
  return table(COLUMNS, runs);
}

/** @throws CliError with the remedies of the runs that ended with an error */
export function refuseFailed(runs: readonly JobRun[]): void {
  const failed = runs.filter(({ run }) => run.stop_reason === "error");
  if (failed.length === 0) return;
  throw new CliError(failed.map(({ job, run }) => `${job}: ${run.error?.message ?? "The run failed."}`).join(" "));
}
