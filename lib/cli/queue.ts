import type { Command } from "commander";
import type { Cli } from "./cli.ts";
import { table } from "./table.ts";

/** `magpie queue …`: the queues and their dead letters. */
export function addQueueCommands(program: Command, cli: Cli): void {
  const queue = program.command("queue").description("queues of work, and what their workers gave up");

  queue
    .command("ls")
    .description("every queue: messages that wait, that are worked on, dead letters, age of the oldest")
    .action(async () => {
      const client = await cli.client();
      const queues = await client.queues.list();
      cli.print(
        { queues },
        table(
          ["name", "depth", "in flight", "dead letters", "oldest"],
          queues.map(({ name, depth, in_flight, dlq_depth, oldest_age_seconds }) => [
            name,
            depth,
            in_flight,
            dlq_depth,
            age(oldest_age_seconds),
          ]),
        ),
      );
    });

  queue
    .command("redrive")
    .description("move a queue's dead letters back to it, so that they are tried again")
    .argument("<name>", "the queue's name, as queue ls shows it")
    .action(async (name: string) => {
      const client = await cli.client();
      await client.queues.redrive(name);
      cli.print({ name }, `Redrive of ${name} started.`);
    });
}

/** Seconds in the largest unit that fits. */
function age(seconds: number | null): string | null {
  if (seconds === null) return null;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 2 * 3_600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}
