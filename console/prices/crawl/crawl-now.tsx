import type { MagpieClient, Product } from "../../../client/index.ts";
import { isolated } from "../../language/isolated.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { useMutation } from "../../parts/queries/use-mutation.ts";
import { notify, notifyEnd, notifyFailure } from "../../status/status.tsx";
import { crawlTexts } from "./crawl-texts.ts";
import { outcomeWords } from "./crawl-words.ts";

export interface CrawlNow {
  readonly isBusy: boolean;
  readonly run: () => void;
}

/** Crawls a product, which takes up to 20 s, and announces the result. @throws what the client throws */
export async function crawlProduct(client: MagpieClient, { id, name }: Pick<Product, "id" | "name">): Promise<void> {
  notify(translations(crawlTexts).crawling(name));
  for (const crawl of await client.products.crawl({ product_id: id })) {
    const words = `${isolated(name)}: ${outcomeWords(crawl)}`;
    if (crawl.outcome === "error") notifyFailure(words);
    else notifyEnd(words);
  }
}

/** Crawls a product when a person requests it. @param onDone the product and its prices may have changed */
export function useCrawlNow(product: Pick<Product, "id" | "name">, onDone: () => void): CrawlNow {
  const { client } = useSignedIn().library;
  return useMutation(() => crawlProduct(client, product).then(onDone));
}

/** Shows on the product that its crawl is in progress. */
export function CrawlProgress({ name }: { readonly name: string }) {
  const t = translations(crawlTexts);
  return (
    <p class="stack">
      <progress aria-label={t.crawling(name)} />
      <span class="quiet">{t.crawling(name)}</span>
    </p>
  );
}
