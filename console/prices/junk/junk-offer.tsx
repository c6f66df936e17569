import type { CrawlResult, MagpieClient, Product } from "../../../client/index.ts";
import { count, yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import type { Query } from "../../parts/queries/use-query.ts";
import { useQuery } from "../../parts/queries/use-query.ts";
import { useRefetchOn } from "../../parts/queries/use-refetch-on.ts";
import { ChangeSearch } from "../product/change-search.tsx";
import { junkExclusion } from "./junk.ts";
import { junkTexts } from "./junk-texts.ts";

const ON_SALE = 1;
/** Offers of one request, the most that it may ask for. */
const PAGE = 100;

/** The cheapest offers of a product, with all of those below the lowest plausible price. None where there are none. */
export function useCheapestOffers({ id, verdict, last_crawl: last }: Product): Query<readonly CrawlResult[]> {
  const { library, person } = useSignedIn();
  const from = verdict?.plausible_from ?? 0;
  const isAsked = person.isAdmin && verdict !== null && verdict.price < from;
  const query = useQuery(`cheapest offers of ${id}`, async (signal) =>
    isAsked ? readCheapest(library.client, id, from, signal) : [],
  );
  useRefetchOn(`${isAsked} ${last?.finished_at}`, query.reload);
  return query;
}

async function readCheapest(client: MagpieClient, id: string, from: number, signal: AbortSignal) {
  const offers: CrawlResult[] = [];
  for (let cursor: string | null | undefined; cursor !== null && (offers.at(-1)?.price ?? 0) < from; ) {
    const more = cursor === undefined ? {} : { cursor };
    const query = { selling_status: ON_SALE, sort: "price", limit: PAGE, ...more } as const;
    const { results, next_cursor: next } = await client.products.results(id, query, { signal });
    offers.push(...results);
    cursor = next;
  }
  return offers;
}

/** Proposes to exclude from a search what is probably not the product, if that is more than a tenth of the offers. */
export function JunkOffer({
  product,
  cheapest,
  onSale,
  onChanged,
}: {
  readonly product: Product;
  readonly cheapest: readonly CrawlResult[];
  /** The number of all offers. */
  readonly onSale: number;
  readonly onChanged: () => void;
}) {
  const t = translations(junkTexts);
  const { crawl, verdict } = product;
  if (crawl === null || verdict === null) return null;
  const { plausible_from: from } = verdict;
  const junk = junkExclusion(crawl, from, cheapest, onSale);
  if (junk === null) return null;
  const words = junk.words.join(" ");
  if (words === "" && (crawl.min_price ?? 0) >= from) return null;
  const label = words === "" ? t.from(yen(from)) : t.without(words);
  const excluded = [crawl.exclude_keyword, words].filter(Boolean).join(" ");
  const changes = words === "" ? { min_price: from } : { exclude_keyword: excluded };
  return (
    <section class="junk-offer sheet" aria-label={t.title}>
      <p>{t.found(count(junk.count), count(onSale), yen(from))}</p>
      <p class="actions" lang="">
        <ChangeSearch label={label} product={{ ...product, crawl }} changes={changes} onChanged={onChanged} />
      </p>
    </section>
  );
}
