import type { Command } from "commander";
import { Option } from "commander";
import type { Stock } from "../../client/answers.ts";
import type { StockFilter } from "../../client/stocks.ts";
import { providerNames } from "../../lambdas/slides/provider-names.ts";
import { PROVIDERS } from "../../lambdas/slides/providers.ts";
import type { Cli } from "./cli.ts";
import { givenFields, limitOption, lists, searchOption, shows, sortOption, tagOption, tellsExisting } from "./list.ts";
import type { Marks } from "./mark-command.ts";
import { addMarkCommand } from "./mark-command.ts";
import type { Column } from "./table.ts";

const STATUSES: readonly Stock["status"][] = ["pending", "ready", "failed"];
const COLUMNS: readonly Column<Stock>[] = [
  "id",
  "provider",
  "status",
  "title",
  ["author", "author_name"],
  "tags",
  "created_at",
  ["error", ({ failure }) => failure?.code],
  ["url", "canonical_url"],
];

export function addStockCommands(program: Command, cli: Cli): void {
  const stock = program.command("stock").description("saved slide decks of the person who is signed in");

  stock
    .command("ls")
    .description("the user's stocks")
    .addOption(new Option("--status <status>", "only those of this status").choices([...STATUSES]))
    .addOption(new Option("--provider <provider>", "only those of this provider").choices([...PROVIDERS]))
    .addOption(searchOption())
    .addOption(sortOption())
    .addOption(tagOption("only those with this tag"))
    .addOption(limitOption("stocks"))
    .action(lists(cli, "stocks", COLUMNS, ({ stocks }, filter: StockFilter) => stocks.all(filter)));

  stock
    .command("add")
    .description(`save a deck of ${providerNames("en", { before: "or" })}; one that was saved before stays as it is`)
    .argument("<url>", "the deck's address")
    .option("--memo <memo>", "a memo")
    .addOption(tagOption("a tag"))
    .action(
      shows(cli, COLUMNS, ({ stocks }, url: string, options: { memo?: string; tag?: string[] }) =>
        stocks.save({ url, ...givenFields(options) }, tellsExisting(cli)),
      ),
    );

  stock
    .command("tag")
    .description("replace a stock's tags; without arguments, remove them")
    .argument("<id>", "the stock's id")
    .argument("[tags...]", "the new tags")
    .action(shows(cli, COLUMNS, ({ stocks }, id: string, tags: string[]) => stocks.update(id, { tags })));

  const mark = shows(cli, COLUMNS, ({ stocks }, id: string, marks: Marks) => stocks.update(id, marks));
  addMarkCommand(stock, "stock", mark);
}
