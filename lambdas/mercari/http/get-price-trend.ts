import { ok } from "../../shared/http/answer.ts";
import type { ListingLink } from "../domain/listing-link.ts";
import { derivedImage, INDIVIDUAL, SHOP, sellingUrl } from "../domain/listing-link.ts";
import { priceTrend } from "../domain/price-trend.ts";
import type { WatchEntry } from "../domain/watch-list.ts";
import { onSale, undated } from "../domain/watch-list.ts";
import { requireProduct } from "./require-product.ts";
import type { MercariOperation } from "./services.ts";

/** The prices of a product's sales by day or week, and of its current offers. */
export const getPriceTrend: MercariOperation<"getPriceTrend"> = async ({ params, query }, services) => {
  const { id } = await requireProduct(params.id, services);
  const { from = null, to = null, interval } = query;
  const [sold, watched] = await Promise.all([services.results.listSold(id, from, to), services.watch.listAll(id)]);
  const { count, cheapest, median } = onSale(watched);
  return ok({
    interval,
    points: priceTrend(sold, interval),
    on_sale: {
      count,
      lowest: cheapest?.price ?? null,
      lowest_url: cheapest && sellingUrl(linkOf(cheapest)),
      lowest_image_url: cheapest && (derivedImage(linkOf(cheapest)) || null),
      median,
    },
    undated: undated(watched).length,
  });
};

/** The form of the id distinguishes an individual's listing from a shop's. */
function linkOf({ externalId }: WatchEntry): ListingLink {
  return { externalId, sellerType: /^m\d+$/.test(externalId) ? INDIVIDUAL : SHOP };
}
