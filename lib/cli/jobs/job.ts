import type { Command } from "commander";
import type { Job, Run } from "../../../client/answers.ts";
import type { Cli } from "../cli.ts";
import { requireConfirmation } from "../cli-error.ts";
import { limitOption, lists } from "../list.ts";
import type { Cell, Column } from "../table.ts";
import { table } from "../table.ts";
import { followRun, refuseFailed, runTable, startRun } from "./follow-run.ts";
import { addJobCursorCommands } from "./job-cursor.ts";
import type { JobChanges } from "./job-settings.ts";
import { addJobOptions, changedSettings, jobChanges } from "./job-settings.ts";

const NAME = ["<name>", "the job's name, as job ls shows it"] as const;

const JOB_COLUMNS: readonly Column<Job>[] = [
  "name",
  "enabled",
  "schedule",
  ["due", "due_at"],
  ["last run", ({ last_run }) => last_run?.started_at],
  ["stop reason", ({ last_run }) => stopReason(last_run)],
  ["exhausted", "is_exhausted"],
  ["stuck", "is_stuck"],
  ["more results", ({ name, total_beyond }) => total_beyond && `${total_beyond}: job cursor reset ${name}`],
];
const RUN_COLUMNS: readonly Column<Run>[] = [
  "id",
  "kind",
  ["started", "started_at"],
  ["finished", "finished_at"],
  ["requests", ({ requests }) => requests.length],
  "collected",
  "stored",
  ["stop reason", stopReason],
  "start_index",
  ["error", ({ error }) => error?.code],
];

export function addJobCommands(program: Command, cli: Cli): void {
  const job = program.command("job").description("searches on Google Books that are collected run by run");
  addLookingCommands(job, cli);
  addChangingCommands(job, cli);

  job
    .command("runs")
    .description("a job's runs, newest first")
    .argument(...NAME)
    .addOption(limitOption("runs"))
    .action(lists(cli, "runs", RUN_COLUMNS, ({ jobs }, name: string) => jobs.allRuns(name)));

  job
    .command("run")
    .description(
      "run a job now, whether it is enabled or not, and wait for its end; the run continues if the command is stopped",
    )
    .argument(...NAME)
    .option("--no-wait", "only start it")
    .action(async (name: string, { wait }: { wait: boolean }) => {
      const client = await cli.client();
      const runId = await startRun(name, client);
      if (!wait) return cli.print({ run_id: runId }, `Run ${runId} of ${name} started.`);
      const followed = await followRun(name, runId, client, cli);
      cli.print(followed.run, runTable([followed]));
      refuseFailed([followed]);
    });

  addJobCursorCommands(job, cli);
}

function addLookingCommands(job: Command, cli: Cli): void {
  job
    .command("ls")
    .description("every job, by name")
    .action(lists(cli, "jobs", JOB_COLUMNS, ({ jobs }) => jobs.all()));

  job
    .command("show")
    .description("a job's settings, state and last run")
    .argument(...NAME)
    .action(async (name: string) => {
      const client = await cli.client();
      const shown = await client.jobs.get(name);
      cli.print(shown, describe(shown));
    });
}

/** The state of a run, or why it ended. */
function stopReason(run: Run | null): string | null | undefined {
  return run?.status === "running" ? "(under way)" : run?.stop_reason;
}

function describe(job: Job): string {
  const { google_books: google, last_run: run } = job;
  const settings: readonly (readonly [setting: string, value: Cell | undefined][])[] = [
    [["name", job.name]],
    job.queries.map((query) => ["query", query]),
    [
      ["max per run", String(job.max_per_run)],
      ["enabled", job.enabled],
      ["schedule", job.schedule],
      ["check for new", job.check_for_new],
      ["notify", job.notify],
      ["due", job.due_at],
    ],
    Object.entries(google).flatMap(([option, value]) => (value === null ? [] : [[words(option), value]])),
    [
      ["last run", run?.started_at],
      ["stop reason", stopReason(run)],
      ["collected", run && String(run.collected)],
      ["stored", run && String(run.stored)],
      ["start index", run && String(run.start_index)],
    ],
    run?.error === undefined ? [] : [["error", run.error.message]],
    [
      ["exhausted", job.is_exhausted],
      [
        "more results",
        job.total_beyond && `Google reports ${job.total_beyond}: magpie job cursor reset ${job.name} --yes reads them`,
      ],
      ["next check for new", job.next_check_at],
      ["stuck", job.is_stuck],
    ],
  ];
  const rows = settings.flat().map(([setting, value]) => ({ setting, value }));
  return table<(typeof rows)[number]>(["setting", "value"], rows);
}

function words(field: string): string {
  return field.replaceAll("_", " ");
}

function addChangingCommands(job: Command, cli: Cli): void {
  addJobOptions(job.command("add"))
    .description("make a job; without options of Google Books its own defaults apply")
    .argument("<name>", "1 to 64 of a-z, 0-9 and -")
    .action(async (name: string, _, command: Command) => {
      const { settings, googleBooks } = jobChanges(command);
      if (settings.queries === undefined) command.error("error: a job needs at least one --query");
      const client = await cli.client();
      const { queries = [], ...rest } = settings;
      const added = await client.jobs.create({ name, queries, ...rest, google_books: googleBooks });
      cli.print(added, `Job ${name} is saved.`);
    });

  addJobOptions(job.command("update"))
    .description("change only what the options name; a change of Google Books' options resets the cursors")
    .argument(...NAME)
    .action(async (name: string, _, command: Command) => {
      const changes = jobChanges(command);
      if (Object.keys({ ...changes.settings, ...changes.googleBooks }).length === 0) {
        command.error("error: nothing to change; give at least one option");
      }
      cli.print(await changeJob(name, changes, cli), `Job ${name} is changed.`);
    });

  for (const [verb, enabled, description] of [
    ["enable", true, "let the schedule run a job"],
    ["disable", false, "keep the schedule from running a job"],
  ] as const) {
    job
      .command(verb)
      .description(description)
      .argument(...NAME)
      .action(async (name: string) => {
        const changed = await changeJob(name, { settings: { enabled }, googleBooks: {} }, cli);
        cli.print(changed, `Job ${name} is ${verb}d.`);
      });
  }
  job
    .command("rm")
    .description("delete a job with its cursors; its books stay")
    .argument(...NAME)
    .option("--yes", "confirm: the job's position is lost")
    .action(async (name: string, { yes }: { yes?: true }) => {
      requireConfirmation(yes, `job rm deletes ${name} and how far it has come`);
      const client = await cli.client();
      await client.jobs.delete(name);
      cli.print({ name }, `Job ${name} is deleted. Its books stay.`);
    });
}

async function changeJob(name: string, changes: JobChanges, cli: Cli): Promise<Job> {
  const { jobs } = await cli.client();
  return jobs.replace(name, changedSettings(await jobs.get(name), changes));
}
