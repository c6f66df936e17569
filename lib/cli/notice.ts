import type { Command } from "commander";
import type { Cli } from "./cli.ts";
import { firstItems, limitOption } from "./first-items.ts";
import { table } from "./table.ts";

/** `magpie notice …`: the notices for administrators. */
export function addNoticeCommands(program: Command, cli: Cli): void {
  const notice = program.command("notice").description("notices for administrators, also sent by mail and webhook");

  notice
    .command("ls")
    .description("the notices, newest first: prices, new books, failing searches")
    .addOption(limitOption("notices"))
    .action(async ({ limit }: { limit: number }) => {
      const client = await cli.client();
      const notices = await firstItems(client.notices.all(), limit);
      cli.print(
        { notices, next_cursor: null },
        table(
          ["created at", "kind", "title", "url"],
          notices.map(({ created_at, kind, title, url }) => [created_at, kind, title, url]),
        ),
      );
    });
}
