import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { countTexts } from "../../parts/queries/count-texts.ts";
import { Paged } from "../../parts/queries/paged.tsx";
import { useCursorQuery } from "../../parts/queries/use-paged-query.ts";
import { useRefetchOn } from "../../parts/queries/use-refetch-on.ts";
import { When } from "../../parts/when.tsx";
import { Wide } from "../../parts/wide.tsx";
import { crawlTexts } from "./crawl-texts.ts";
import { runWords } from "./crawl-words.ts";

/** The crawls of a product, for administrators. */
export function CrawlRuns({
  productId,
  crawledAt,
}: {
  readonly productId: string;
  /** Another crawl is another row. */
  readonly crawledAt: string;
}) {
  const t = translations(crawlTexts);
  const { client } = useSignedIn().library;
  const runs = useCursorQuery(
    `crawls of ${productId}`,
    "crawl_runs",
    (at, signal) => client.products.crawlRuns(productId, at, { signal }),
    ({ id }) => id,
  );
  useRefetchOn(crawledAt, runs.reload);
  return (
    <section>
      <h2>{t.runs}</h2>
      <Paged pages={runs} counted={translations(countTexts).crawls} empty={t.noRuns}>
        {(items) => (
          <Wide label={t.runs}>
            <table class="crawls">
              <caption>{t.runsCaption}</caption>
              <thead>
                <tr>
                  <th scope="col">{t.ended}</th>
                  <th scope="col">{t.outcome}</th>
                  <th scope="col" class="number">
                    {t.pages}
                  </th>
                  <th scope="col" class="number">
                    {t.changed}
                  </th>
                  <th scope="col" class="number">
                    {t.unchanged}
                  </th>
                  <th scope="col" class="number">
                    {t.deleted}
                  </th>
                  <th scope="col" class="number">
                    {t.details}
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((run) => (
                  <tr key={run.id}>
                    <th scope="row">
                      <When at={run.finished_at} />
                    </th>
                    <td>{runWords(run)}</td>
                    <td class="number">{count(run.pages.length)}</td>
                    <td class="number">{count(run.upserted)}</td>
                    <td class="number">{count(run.unchanged)}</td>
                    <td class="number">{count(run.deleted)}</td>
                    <td class="number">{count(run.queued_details)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Wide>
        )}
      </Paged>
    </section>
  );
}
