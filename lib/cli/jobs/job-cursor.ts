import type { Command } from "commander";
import type { JobCursor } from "../../../client/answers.ts";
import type { Cli } from "../cli.ts";
import { requireConfirmation } from "../cli-error.ts";
import type { Column } from "../table.ts";
import { table } from "../table.ts";

const COLUMNS: readonly Column<JobCursor>[] = [
  ["query set", ({ query_set_hash }) => shortHash(query_set_hash)],
  "start_index",
  ["exhausted", "is_exhausted"],
  ["by", "exhausted_by"],
  ["last total", "last_total_items"],
  ["total beyond", "total_beyond"],
  ["last updated", "last_updated_at"],
];

export function addJobCursorCommands(job: Command, cli: Cli): void {
  const cursor = job.command("cursor").description("how far a job has come through the results of its queries");

  cursor
    .command("ls")
    .description("a job's cursors, one for each set of queries that it has had")
    .argument("<name>", "the job's name, as job ls shows it")
    .action(async (name: string) => {
      const client = await cli.client();
      const cursors = await client.jobs.cursors(name);
      cli.print({ cursors }, table(COLUMNS, cursors));
    });

  cursor
    .command("reset")
    .description("forget a job's cursors, so that its next run starts from the beginning; books stay")
    .argument("<name>", "the job's name, as job ls shows it")
    .option("--yes", "confirm: the job's position is lost")
    .action(async (name: string, { yes }: { yes?: true }) => {
      requireConfirmation(yes, `job cursor reset forgets how far ${name} has come`);
      const client = await cli.client();
      const reset = await client.jobs.resetCursors(name);
      cli.print({ reset }, `Reset ${reset} cursor(s) for job: ${name}`);
    });
}

/** The form of a query set's hash for people: its first 16 digits, as in the logs. */
export function shortHash(hash: string): string {
  return hash.slice(0, 16);
}
