import type { Command } from "commander";
import { Option } from "commander";
import type { Mention } from "../../client/answers.ts";
import type { MentionFilter } from "../../client/recommendations.ts";
import { printable } from "../terminal.ts";
import type { Cli } from "./cli.ts";
import { lists } from "./list.ts";
import type { Column } from "./table.ts";

const COLUMNS: readonly Column<Mention>[] = [
  "id",
  "source",
  "target",
  "kind",
  "status",
  "hidden",
  "first_seen_at",
  "last_verified_at",
  "title",
];

export function addMentionCommands(program: Command, cli: Cli): void {
  const mention = program.command("mention").description("pages of others that claim to link to the site");

  mention
    .command("ls")
    .description("every mention, newest first")
    .addOption(new Option("--status <status>", "only those of this status").choices(["new", "verified", "gone"]))
    .addOption(
      new Option("--kind <kind>", "only lists of recommendations, or only other pages").choices([
        "recommendation",
        "page",
      ]),
    )
    .option("--hidden", "only those that are hidden")
    .option("--no-hidden", "only those that are not hidden")
    .action(lists(cli, "mentions", COLUMNS, ({ mentions }, filter: MentionFilter) => mentions.all(filter)));

  for (const [verb, hidden, description] of [
    ["hide", true, "take a mention out of the incoming recommendations; it stays hidden if it is sent again"],
    ["show", false, "show a hidden mention again, after its source is read once more"],
  ] as const) {
    mention
      .command(verb)
      .description(description)
      .argument("<id>", "the mention's id, as mention ls shows it")
      .action(async (id: string) => {
        const client = await cli.client();
        const changed = await client.mentions.update(id, { hidden });
        cli.print(changed, `The mention by ${printable(changed.source)} is ${hidden ? "hidden" : "shown"}.`);
      });
  }

  mention
    .command("block")
    .description(
      "drop new mentions by a host and its sub-domains, and hide earlier ones; DELETE /v1/blocked-hosts/<host> undoes it",
    )
    .argument("<host>", "a host such as blog.example, without scheme and path")
    .action(async (host: string) => {
      const client = await cli.client();
      const blocked = await client.mentions.block(host);
      cli.print(blocked, `Blocked ${printable(blocked.host)} and its sub-domains.`);
    });
}
