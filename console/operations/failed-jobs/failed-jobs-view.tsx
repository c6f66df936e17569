import { CircleCheck } from "lucide";
import { useMemo, useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import type { FailedJob } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { addressWith } from "../../parts/address-with.ts";
import { Filters } from "../../parts/forms/filters.tsx";
import { knownValue } from "../../parts/forms/known-value.ts";
import { Icon } from "../../parts/icon.tsx";
import { countTexts } from "../../parts/queries/count-texts.ts";
import { PagedList } from "../../parts/queries/paged-list.tsx";
import { useCursorQuery } from "../../parts/queries/use-paged-query.ts";
import { usePolling } from "../../parts/queries/use-polling.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { useNow } from "../../parts/use-now.ts";
import { TABS } from "../addresses.ts";
import { operationsTexts } from "../operations-texts.ts";
import { Section } from "../section.tsx";
import { FailedJobItem } from "./failed-job-item.tsx";
import { failedJobTexts } from "./failed-job-texts.ts";
import { RetryAllButton } from "./retry-all-button.tsx";
import { useRetryAll } from "./use-retry-all.ts";

const EVERY_MS = 30_000;

/**
 * The bookmarks that failed, of all users.
 *
 * @param shown on the overview: so many without a filter
 */
export function FailedJobsView({ shown = null }: { readonly shown?: number | null }) {
  const t = translations(failedJobTexts);
  const { library } = useSignedIn();
  const { query, route } = useLocation();
  const now = useNow();
  const filter = shown === null ? knownValue(t.filters, query.retryable) : "";
  // The list is read from an index, which may have a job for some moments after it was tried again.
  const [retried, setRetried] = useState<ReadonlySet<string>>(new Set());
  const pages = useCursorQuery(
    `failed jobs ${filter}`,
    "failed_jobs",
    (at, signal) =>
      library.client.failedJobs.list(
        {
          ...(shown === null ? {} : { limit: shown }),
          ...(filter === "" ? {} : { retryable: filter === "true" }),
          ...at,
        },
        { signal },
      ),
    keyOf,
  );
  usePolling(EVERY_MS, pages);
  const retryAll = useRetryAll(pages.reload);
  const revision = library.revision.value;
  // The revision says when the list is another one.
  const own = useMemo(
    () => new Set(library.synced.list({ type: "bookmark" }).map(({ id }) => id)),
    [library, revision],
  );
  const visible = { ...pages, items: pages.items?.filter((job) => !retried.has(keyOf(job))) ?? null };
  const hasJobs = (visible.items?.length ?? 0) > 0;
  return (
    <Section
      title={translations(operationsTexts).failedJobs}
      actions={shown !== null && <a href={TABS.failedJobs}>{translations(operationsTexts).all.failedJobs}</a>}
    >
      <p class="quiet">{t.about}</p>
      <PagedList
        label={translations(operationsTexts).failedJobs}
        pages={visible}
        counted={translations(countTexts).failedJobs}
        tools={
          // On the overview, what is shown instead of a list has no empty line above it.
          shown !== null && !hasJobs && (pages.items !== null || pages.error !== null) ? null : (
            <>
              {(hasJobs || retryAll.progress !== null) && <RetryAllButton {...retryAll} />}
              {shown === null && (
                <Filters
                  choices={[
                    {
                      label: t.filter,
                      value: filter,
                      names: t.filters,
                      onChoose: (chosen) => route(addressWith(TABS.failedJobs, { retryable: chosen }), true),
                    },
                  ]}
                />
              )}
            </>
          )
        }
        empty={<EmptyState picture={<Icon icon={CircleCheck} />} text={filter === "" ? t.none : t.noneOfFilter} />}
      >
        {(job) => (
          <FailedJobItem
            job={job}
            isOwn={own.has(job.bookmark_id)}
            now={now}
            onRetried={() => {
              setRetried((before) => new Set([...before, keyOf(job)]));
              pages.reload();
            }}
          />
        )}
      </PagedList>
    </Section>
  );
}

/** A bookmark that fails again has another failed job, which may have the same id. */
function keyOf({ id, failed_at }: FailedJob): string {
  return `${id} ${failed_at}`;
}
