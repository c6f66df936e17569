import type { Command } from "commander";
import type { Cli } from "./cli.ts";
import { confirmed } from "./cli-error.ts";
import { table } from "./table.ts";

/** `magpie job cursor …`: the cursors of jobs. */
export function addJobCursorCommands(job: Command, cli: Cli): void {
  const cursor = job.command("cursor").description("how far a job has come through the results of its queries");

  cursor
    .command("ls")
    .description("a job's cursors, one for each set of queries that it has had")
    .argument("<name>", "the job's name, as job ls shows it")
    .action(async (name: string) => {
      const client = await cli.client();
      const cursors = await client.jobs.cursors(name);
      cli.print(
        { cursors },
        table(
          ["query set", "start index", "exhausted", "by", "last total", "last updated"],
          cursors.map((at) => [
            shortHash(at.query_set_hash),
            at.start_index,
            at.is_exhausted,
            at.exhausted_by,
            at.last_total_items,
            at.last_updated_at,
          ]),
        ),
      );
    });

  cursor
    .command("reset")
    .description("forget a job's cursors, so that its next run begins at the beginning; books stay")
    .argument("<name>", "the job's name, as job ls shows it")
    .option("--yes", "do it: how far the job had come is lost")
    .action(async (name: string, { yes }: { yes?: true }) => {
      confirmed(yes, `job cursor reset forgets how far ${name} has come`);
      const client = await cli.client();
      const reset = await client.jobs.resetCursors(name);
      cli.print({ reset }, `Reset ${reset} cursor(s) for job: ${name}`);
    });
}

/** The form of a query set's hash for people: its first 16 digits, as in the logs. */
export function shortHash(hash: string): string {
  return hash.slice(0, 16);
}
