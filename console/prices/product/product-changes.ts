import type { Product, ProductChanges } from "../../../client/index.ts";
import type { ProductSettings } from "./product-draft.ts";

/**
 * What a person has changed in the form of a product; null when nothing was changed. The API keeps what is left out, which
 * somebody else may have changed meanwhile.
 */
export function productChanges(before: Product, { name, crawl = null }: ProductSettings): ProductChanges | null {
  const there: Readonly<Record<string, unknown>> = before.crawl ?? {};
  const changed = Object.entries(crawl ?? {}).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(there[field]),
  );
  const changes: ProductChanges = {
    ...(name === before.name ? {} : { name }),
    ...(changed.length === 0 ? {} : { crawl: Object.fromEntries(changed) }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}
