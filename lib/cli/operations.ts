import type { Command } from "commander";
import type { Alarm, Notice, QueueDepths } from "../../client/answers.ts";
import type { Cli } from "./cli.ts";
import { limitOption, lists } from "./list.ts";
import type { Column } from "./table.ts";
import { table } from "./table.ts";

const QUEUE_COLUMNS: readonly Column<QueueDepths>[] = [
  "name",
  "depth",
  "in_flight",
  ["dead letters", "dlq_depth"],
  ["oldest", ({ oldest_age_seconds }) => age(oldest_age_seconds)],
];
const ALARM_COLUMNS: readonly Column<Alarm>[] = ["name", "state", "since", "impact", "runbook"];
const NOTICE_COLUMNS: readonly Column<Notice>[] = ["created_at", "kind", "title", "url"];

export function addQueueCommands(program: Command, cli: Cli): void {
  const queue = program.command("queue").description("queues of background work, and their dead letters");

  queue
    .command("ls")
    .description("every queue: waiting messages, messages in flight, dead letters, age of the oldest")
    .action(async () => {
      const client = await cli.client();
      const queues = await client.queues.list();
      cli.print({ queues }, table(QUEUE_COLUMNS, queues));
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

export function addAlarmCommands(program: Command, cli: Cli): void {
  program
    .command("alarm")
    .description("alarms of the stack, and which of them ring")
    .command("ls")
    .description("every alarm with its state, what users notice, and its section of the runbook; ringing ones first")
    .option("--ringing", "only those that ring")
    .action(async ({ ringing }: { ringing?: true }) => {
      const client = await cli.client();
      const all = await client.alarms.list();
      const alarms = ringing ? all.filter(({ state }) => state === "alarm") : all;
      cli.print({ alarms }, table(ALARM_COLUMNS, alarms));
    });
}

export function addNoticeCommands(program: Command, cli: Cli): void {
  program
    .command("notice")
    .description("notices, which administrators also get by mail and webhook")
    .command("ls")
    .description(
      "the notices, newest first: prices, new books, sites that recommend yours; for administrators also failing searches",
    )
    .addOption(limitOption("notices"))
    .action(lists(cli, "notices", NOTICE_COLUMNS, ({ notices }) => notices.all()));
}
