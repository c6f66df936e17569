import type { Command } from "commander";
import type { FailedJob } from "../../client/answers.ts";
import type { FailedJobFilter } from "../../client/bookmarks.ts";
import type { MagpieClient } from "../../client/magpie-client.ts";
import { ApiProblem } from "../../client/magpie-error.ts";
import type { Cli } from "./cli.ts";
import { CliError } from "./cli-error.ts";
import { lists } from "./list.ts";
import type { Column } from "./table.ts";

const COLUMNS: readonly Column<FailedJob>[] = [
  "id",
  ["bookmark", "bookmark_id"],
  ["job", "job_type"],
  "retryable",
  "failed_at",
  ["code", "error_code"],
  ["error", "error_message"],
  ["url", ({ payload }) => payload.url],
];

export function addFailedJobCommands(program: Command, cli: Cli): void {
  const failedJob = program.command("failed-job").description("bookmarks that could not be read or summarised");

  failedJob
    .command("ls")
    .description("every failed job, newest first")
    .option("--retryable", "only those that a retry may fix")
    .option("--no-retryable", "only those that no retry will fix")
    .action(lists(cli, "failed_jobs", COLUMNS, ({ failedJobs }, filter: FailedJobFilter) => failedJobs.all(filter)));

  failedJob
    .command("retry")
    .description("try a failed job again, or all that are retryable")
    .argument("[id]", "the failed job's id, as failed-job ls shows it")
    .option("--all", "every retryable one instead of one")
    .option("--code <code>", "with --all: only those that failed with this error code")
    .action(async (id: string | undefined, { all, code }: { all?: true; code?: string }, command: Command) => {
      if ((id === undefined) !== (all === true)) command.error("error: give either an id or --all");
      if (code !== undefined && all === undefined) command.error("error: --code needs --all");
      const client = await cli.client();
      if (id === undefined) return retryAll(code, client, cli);
      const job = await client.failedJobs.retry(id);
      cli.print(job ?? { id }, `Retry of ${id} started.`);
    });
}

interface Retried {
  readonly id: string;
  /** The code of the API's refusal; null when the retry was started. */
  readonly refused: string | null;
}

/**
 * Retries every retryable failed job, of one error code or of all. The whole list is read first, since a retry shortens it.
 *
 * @throws CliError at the end when the API refused any, or when there are jobs with the code and none can be retried
 */
async function retryAll(code: string | undefined, client: MagpieClient, cli: Cli): Promise<void> {
  const jobs: FailedJob[] = [];
  let notRetryable = 0;
  for await (const job of client.failedJobs.all(code === undefined ? { retryable: true } : {})) {
    if (code !== undefined && job.error_code !== code) continue;
    if (job.retryable) jobs.push(job);
    else notRetryable += 1;
  }
  const retried: Retried[] = [];
  for (const [index, job] of jobs.entries()) {
    const refused = await tryRetry(client.failedJobs.retry(job.id));
    retried.push({ id: job.id, refused });
    cli.progress(`${index + 1}/${jobs.length} ${job.payload.url}: ${refused ?? "started"}`);
  }
  const started = retried.filter(({ refused }) => refused === null).length;
  const rest = notRetryable === 0 ? "" : ` ${notRetryable} with the code ${code} can't be retried.`;
  cli.print({ retried, not_retryable: notRetryable }, `Retry of ${started} failed job(s) started.${rest}`);
  if (started < retried.length)
    throw new CliError(`${retried.length - started} of ${retried.length} retries were refused.`);
  if (jobs.length === 0 && notRetryable > 0) {
    const all = `${notRetryable} of ${notRetryable} failed jobs with the code ${code}`;
    throw new CliError(`Nothing was retried: ${all} can't be retried.`);
  }
}

/** @returns the code of a refusal; null for none. @throws any other failure */
async function tryRetry(retry: Promise<unknown>): Promise<string | null> {
  try {
    await retry;
    return null;
  } catch (error) {
    // 401 and 403 concern every job, and a 5xx may; a refusal of this job does not concern the others.
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 409)) return String(error.code);
    throw error;
  }
}
