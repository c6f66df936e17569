import type { Command } from "commander";
import type { FailedJob } from "../../client/answers.ts";
import type { Cli } from "./cli.ts";
import { table } from "./table.ts";

/** `magpie failed-job …`: the bookmarks that failed. */
export function addFailedJobCommands(program: Command, cli: Cli): void {
  const failedJob = program.command("failed-job").description("bookmarks that could not be read or summarised");

  failedJob
    .command("ls")
    .description("every failed job, newest first")
    .option("--retryable", "only those that another try may help")
    .option("--no-retryable", "only those that no other try will help")
    .action(async ({ retryable }: { retryable?: boolean }) => {
      const client = await cli.client();
      const jobs: FailedJob[] = [];
      for await (const job of client.failedJobs.all(retryable === undefined ? {} : { retryable })) jobs.push(job);
      cli.print(
        { failed_jobs: jobs, next_cursor: null },
        table(
          ["id", "bookmark", "job", "retryable", "failed at", "error"],
          jobs.map((job) => [job.id, job.bookmark_id, job.job_type, job.retryable, job.failed_at, job.error_message]),
        ),
      );
    });

  failedJob
    .command("retry")
    .description("try a failed job again")
    .argument("<id>", "the failed job's id, as failed-job ls shows it")
    .action(async (id: string) => {
      const client = await cli.client();
      const job = await client.failedJobs.retry(id);
      cli.print(job ?? { id }, `Retry of ${id} started.`);
    });
}
