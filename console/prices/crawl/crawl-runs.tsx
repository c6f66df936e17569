import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { countTexts } from "../../parts/queries/count-texts.ts";
import { Paged } from "../../parts/queries/paged.tsx";
import { useCursorQuery } from "../../parts/queries/use-paged-query.ts";
import { useRefetchOn } from "../../parts/queries/use-refetch-on.ts";
import { WideTable } from "../../parts/tables/table.tsx";
import { When } from "../../parts/when.tsx";
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
          <WideTable
            caption={t.runsCaption}
            look="crawls"
            columns={[
              [t.ended, (run) => <When at={run.finished_at} />],
              [t.outcome, runWords],
              [t.pages, (run) => count(run.pages.length), "number"],
              [t.changed, (run) => count(run.upserted), "number"],
              [t.unchanged, (run) => count(run.unchanged), "number"],
              [t.deleted, (run) => count(run.deleted), "number"],
              [t.details, (run) => count(run.queued_details), "number"],
            ]}
            rows={items}
            keyOf={({ id }) => id}
          />
        )}
      </Paged>
    </section>
  );
}
