import type { Command } from "commander";
import type { Recommendation } from "../../client/answers.ts";
import type { Cli } from "./cli.ts";
import { requireConfirmation } from "./cli-error.ts";
import { givenFields } from "./list.ts";
import type { Column } from "./table.ts";
import { table } from "./table.ts";

const ID = ["<id>", "the recommendation's id, as recommendation ls shows it"] as const;

const COLUMNS: readonly Column<Recommendation>[] = [
  "id",
  "title",
  ["clicks", ({ count }) => count?.clicks],
  ["subscribers", ({ count }) => count?.subscribers],
  ["one-click", "one_click_subscribe"],
  "created_at",
  "url",
];

export function addRecommendationCommands(program: Command, cli: Cli): void {
  const recommendation = program.command("recommendation").description("sites that the owner recommends");

  recommendation
    .command("ls")
    .description("every recommendation with its counts, newest first")
    .action(async () => {
      const client = await cli.client();
      const recommendations: Recommendation[] = [];
      for await (const each of client.recommendations.all({ include: "count.clicks,count.subscribers" })) {
        recommendations.push(each);
      }
      cli.print({ recommendations }, table(COLUMNS, recommendations));
    });

  recommendation
    .command("add")
    .description("recommend a site, and notify it; without options the texts are the site's own")
    .argument("<url>", "the site's address")
    .option("--title <title>", "a title instead of the site's own")
    .option("--description <text>", "why the site is recommended")
    .action(async (url: string, options: { title?: string; description?: string }) => {
      const { recommendations } = await cli.client();
      const { title, ...more } = givenFields(options);
      const named = title ?? (await recommendations.check(url)).title ?? URL.parse(url)?.host ?? url;
      const added = await recommendations.create({ url, title: named, ...more });
      cli.print(added, table(COLUMNS, [added]));
    });

  recommendation
    .command("announce")
    .description("notify a recommended site again, whatever the outcome of earlier notifications")
    .argument(...ID)
    .action(async (id: string) => {
      const { recommendations } = await cli.client();
      await recommendations.announce(id);
      cli.print({ id }, `The site of ${id} is notified again.`);
    });

  recommendation
    .command("rm")
    .description("delete a recommendation, and notify its site")
    .argument(...ID)
    .option("--yes", "confirm: the counts are lost, and the site is notified")
    .action(async (id: string, { yes }: { yes?: true }) => {
      requireConfirmation(yes, `recommendation rm deletes ${id} with its counts and notifies its site`);
      const { recommendations } = await cli.client();
      await recommendations.delete(id);
      cli.print({ id }, `Recommendation ${id} is deleted.`);
    });
}
