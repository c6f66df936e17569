import type { Command } from "commander";
import type { Cli } from "./cli.ts";
import { table } from "./table.ts";

/** `magpie alarm …`: the stack's alarms. */
export function addAlarmCommands(program: Command, cli: Cli): void {
  const alarm = program.command("alarm").description("alarms of the stack, and which of them ring");

  alarm
    .command("ls")
    .description("every alarm with its state, what users notice, and its section of the runbook; ringing ones first")
    .option("--ringing", "only those that ring")
    .action(async ({ ringing }: { ringing?: true }) => {
      const client = await cli.client();
      const all = await client.alarms.list();
      const alarms = ringing ? all.filter(({ state }) => state === "alarm") : all;
      cli.print(
        { alarms },
        table(
          ["name", "state", "since", "impact", "runbook"],
          alarms.map(({ name, state, since, impact, runbook }) => [name, state, since, impact, runbook]),
        ),
      );
    });
}
