import * as z from "zod/mini";

/** Whether a product's cheapest offer is good, in an answer. Prices in whole yen. */
export const verdictSchema = z.object({
  kind: z.enum(["good", "usual", "dear", "unknown"]),
  /** Why the kind is `unknown`: fewer than five sales; a price of less than a third; no successful crawl for a day. */
  reason: z.nullable(z.enum(["few_sales", "far_below", "old_prices"])),
  /** Of the cheapest offer. */
  price: z.int(),
  /**
   * The lowest plausible price of the product itself: a third of the median of the sales, or of the offers if the sales are
   * too few. Cheaper offers are probably accessories, parts or empty boxes: they lead to no notice and count as no low.
   */
  plausible_from: z.int(),
  /** How far it is above the median of `sales`, in whole percent; negative: below it. Null for fewer than five. */
  percent: z.nullable(z.int()),
  /** The number of sales that `percent` is based on: those of 30 days if there are five, else those of 90. */
  sales: z.int(),
  days: z.int(),
  against: z.object({
    offers_median: z.int(),
    sold_median_30d: z.nullable(z.int()),
    sold_median_90d: z.nullable(z.int()),
    /** The lowest price that was asked when a crawl ended, or paid; without the prices that `far_below` refers to. */
    lowest_ever: z.nullable(z.int()),
  }),
  /** The last month, such as `2026-06`, with a lower price asked or paid; null: none is known. */
  lowest_since: z.nullable(z.string()),
});
