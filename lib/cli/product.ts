import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import type { ExecutedCrawl, Product } from "../../client/answers.ts";
import type { Cli } from "./cli.ts";
import { CliError } from "./cli-error.ts";
import { crawlErrorLine } from "./crawl-error-line.ts";
import { lists } from "./list.ts";
import type { Column } from "./table.ts";
import { table } from "./table.ts";

const PRODUCT_COLUMNS: readonly Column<Product>[] = [
  "id",
  "name",
  ["cheapest", ({ verdict }) => verdict?.price],
  ["verdict", ({ verdict }) => verdict && verdictText(verdict)],
  ["keyword", ({ crawl }) => crawl?.keyword],
  ["bounds", ({ crawl }) => crawl && bounds(crawl)],
  ["enabled", ({ crawl }) => crawl?.enabled],
  ["last crawl", ({ last_crawl }) => last_crawl?.finished_at],
  ["outcome", ({ last_crawl }) => last_crawl && lastOutcome(last_crawl)],
  ["next crawl", "next_crawl_at"],
];
const CRAWL_COLUMNS: readonly Column<ExecutedCrawl>[] = [
  ["product", "product_id"],
  "outcome",
  "pages",
  "complete",
  "upserted",
  "unchanged",
  "deleted",
  ["details queued", "queued_details"],
];

export function addProductCommands(program: Command, cli: Cli): void {
  const product = program.command("product").description("products whose prices on Mercari are watched");

  product
    .command("ls")
    .description(
      "every product, newest first: its cheapest offer in yen, whether that is good, what is searched for, when it was crawled",
    )
    .action(lists(cli, "products", PRODUCT_COLUMNS, ({ products }) => products.all()));

  product
    .command("crawl")
    .description("crawl a product now, whether it is enabled or not; after 20 s the queue takes over")
    .argument("<id>", "the product's id, as product ls shows it")
    .action(async (id: string) => {
      const client = await cli.client();
      const crawls = await client.products.crawl({ product_id: id });
      cli.print({ products: crawls }, table(CRAWL_COLUMNS, crawls));
      if (crawls.some(({ outcome }) => outcome === "queued")) {
        cli.progress(`${id}: the crawl took too long; the queue starts it again from page 1.`);
      }
      refuseFailed(crawls);
    });

  product
    .command("alert")
    .description(
      "notify administrators of offers of a product, by mail, by webhook and in notice ls; with both options, either is " +
        "enough; offers below a third of the usual price do not count",
    )
    .argument("<id>", "the product's id, as product ls shows it")
    .option("--below <yen>", "offers at this price or below it", wholeYen)
    .option("--new-lowest", "offers cheaper than every comparable offer at the previous crawl")
    .option("--no-new-lowest", "switch off --new-lowest")
    .addOption(new Option("--off", "switch off the alert").conflicts(["below", "newLowest"]))
    .action(async (id: string, { below, newLowest, off }: AlertOptions, command: Command) => {
      if (below === undefined && newLowest === undefined && !off) {
        command.error("error: nothing to change; give --below, --new-lowest or --off");
      }
      const client = await cli.client();
      const alert = off
        ? null
        : {
            ...(below === undefined ? {} : { below }),
            ...(newLowest === undefined ? {} : { new_lowest: newLowest }),
          };
      const changed = await client.products.update(id, { alert });
      cli.print(changed, `Product ${id}: ${alertText(changed.alert) ?? "no alert"}.`);
    });
}

interface AlertOptions {
  readonly below?: number;
  readonly newLowest?: boolean;
  readonly off?: true;
}

function wholeYen(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value))
    throw new InvalidArgumentError("It must be a whole number of yen, at most 9,999,999.");
  return Number(value);
}

/** An alert in words; null without one. */
function alertText(alert: Product["alert"]): string | null {
  if (alert === null) return null;
  return [...(alert.below === null ? [] : [`below ${alert.below}`]), ...(alert.new_lowest ? ["new lowest"] : [])].join(
    " or ",
  );
}

/** An error by its kind. Of pages with cards that could not be read, only the readable part is known. */
function lastOutcome({ outcome, error_kind, complete }: NonNullable<Product["last_crawl"]>): string {
  if (error_kind !== null) return error_kind;
  return complete || outcome === "queued" ? outcome : `${outcome}, incomplete`;
}

/** A verdict in words, e.g. `good, 18% below the 90-day median (36 sales)`. */
export function verdictText({ kind, reason, percent, sales, days }: NonNullable<Product["verdict"]>): string {
  if (percent === null) return `${kind}, only ${sales} sold in ${days} days`;
  const compared = `${Math.abs(percent)}% ${percent < 0 ? "below" : "above"} the ${days}-day median (${sales} sales)`;
  return [kind, ...(reason === "old_prices" ? ["old prices"] : []), compared].join(", ");
}

function bounds({ min_price: min, max_price: max }: NonNullable<Product["crawl"]>): string | null {
  if (min === null) return max === null ? null : `up to ${max}`;
  return max === null ? `from ${min}` : `${min} to ${max}`;
}

/** @throws CliError with the remedies for crawls that ended with an error */
function refuseFailed(crawls: readonly ExecutedCrawl[]): void {
  const failed = crawls.filter(({ outcome }) => outcome === "error");
  if (failed.length === 0) return;
  throw new CliError(failed.map((crawl) => `${crawl.product_id}: ${crawlErrorLine(crawl)}`).join(" "));
}
