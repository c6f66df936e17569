import type { Product } from "../../../client/index.ts";
import { yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { sentences } from "../../language/sentences.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { Failure } from "../../parts/queries/failure.tsx";
import { useQuery } from "../../parts/queries/use-query.ts";
import type { SimilarSearch } from "./limits.ts";
import { similarSearches } from "./limits.ts";
import { nothingTexts } from "./nothing-texts.ts";

/** Similar searches that are named: a person compares a few. */
const SHOWN = 3;

/** What similar searches of other products find, as entries of a list; none while that is not known. */
export function SimilarSearches({ product }: { readonly product: Product }) {
  const t = translations(nothingTexts);
  const { client } = useSignedIn().library;
  const all = useQuery("products", async (signal) => {
    const products: Product[] = [];
    for await (const each of client.products.all({ signal })) products.push(each);
    return products;
  });
  const similar = similarSearches(product, all.value ?? []).slice(0, SHOWN);
  if (all.error !== null) {
    return (
      <li class="wrapping">
        <Failure error={all.error} isLoading={all.isLoading} onRetry={all.reload} />
      </li>
    );
  }
  return (
    <>
      {similar.map((search) => (
        <li class="wrapping" key={search.product.id}>
          <span>
            <a href={`/app/prices/${encodeURIComponent(search.product.id)}`} lang="">
              {search.product.name}
            </a>
            {": "}
            {sentences(
              t.similar(search.product.crawl?.keyword ?? "", yen(search.verdict.price)),
              leftOutWords(product, search),
            )}
          </span>
        </li>
      ))}
    </>
  );
}

function leftOutWords({ crawl }: Product, { leftOutBy }: SimilarSearch): string {
  const { leftOut } = translations(nothingTexts);
  return leftOutBy === null ? leftOut.none : leftOut[leftOutBy](yen(crawl?.[leftOutBy] ?? 0));
}
