import * as z from "zod/mini";
import type { Product } from "../../../../client/answers.ts";
import { mercariRoutes } from "../../../../lambdas/mercari/routes.ts";
import { verdictText } from "../../product.ts";
import type { Told, ToolContext } from "../tool.ts";
import { jsonLines, READS, tool } from "../tool.ts";

const { id } = mercariRoutes.getProduct.params.shape;
const { cursor } = mercariRoutes.listResults.query.shape;

/** The most products, and the most offers, in one answer. */
const MOST = 20;
const ON_SALE = 1;
const CONDITIONS = "Conditions are from 1, new, to 6, poor.";

export const pricesTool = tool({
  name: "prices",
  title: "Second-hand prices",
  description:
    "Second-hand prices on Mercari of the products that are watched, in yen. Without id: the products, each with " +
    "its cheapest offer and whether that is good. With the id of a product: that, and its offers, the cheapest " +
    "first.",
  input: z.strictObject({
    id: z.optional(id).check(z.describe("The id of a product, from prices without id")),
    cursor: cursor.check(z.describe("From the result before, to go on after it with the same id")),
  }),
  scope: mercariRoutes.listResults.scope,
  annotations: READS,
  call({ id, cursor }, context) {
    const page = { limit: MOST, ...(cursor === undefined ? {} : { cursor }) };
    return id === undefined ? listProducts(page, context) : listOffers(id, page, context);
  },
});

interface Page {
  readonly limit: number;
  readonly cursor?: string;
}

async function listProducts(page: Page, { client, options }: ToolContext): Promise<Told> {
  const { products, next_cursor: next } = await client.products.list(page, options);
  const rest = next === null ? null : await client.products.list({ limit: 100, cursor: next }, options);
  const remaining = `${rest?.next_cursor ? "at least " : ""}${rest?.products.length ?? 0}`;
  const more = rest === null ? "That is all." : `Remaining: ${remaining}. Call prices again with the cursor ${next}`;
  return { text: `Products here: ${products.length}. ${more}`, data: dataOf(products.map(shownProduct)) };
}

async function listOffers(id: string, page: Page, { client, options }: ToolContext): Promise<Told> {
  const [product, { on_sale: onSale }, { results, next_cursor: next }] = await Promise.all([
    client.products.get(id, options),
    client.products.priceTrend(id, {}, options),
    client.products.results(id, { ...page, selling_status: ON_SALE, sort: "price" }, options),
  ]);
  const offers = results.map(({ name, price, condition, selling_url, updated_at }) => ({
    offer: name,
    yen: price,
    condition,
    url: selling_url,
    seen_changed_at: updated_at,
  }));
  const more = next === null ? "No more follow." : `More follow: call prices with this id and the cursor ${next}`;
  return {
    text: `Offers on sale: ${onSale.count}, the cheapest first; here: ${offers.length}. ${CONDITIONS} ${more}`,
    data: dataOf([shownProduct(product), ...offers]),
  };
}

function shownProduct({ id, name, verdict, last_crawl }: Product) {
  const cheapest = verdict === null ? null : { cheapest_yen: verdict.price, verdict: verdictText(verdict) };
  return { product: name, id, ...cheapest, prices_of: last_crawl?.finished_at, ...verdict?.against };
}

const dataOf = (items: readonly object[]) => (items.length === 0 ? null : jsonLines(items));
