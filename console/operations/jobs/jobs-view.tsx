import { BookOpen, Plus } from "lucide";
import { useState } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
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
import { JobDialog } from "./form/job-dialog.tsx";
import { JobItem } from "./job-item.tsx";
import { jobTexts } from "./job-texts.ts";
import { pollEveryMs } from "./poll-every.ts";

/**
 * The jobs that collect books, by name.
 *
 * @param shown on the overview: so many
 */
export function JobsView({ shown = null }: { readonly shown?: number | null }) {
  const t = translations(jobTexts);
  const { client } = useSignedIn().library;
  const now = useNow();
  const [isAdding, setAdding] = useState(false);
  const pages = useCursorQuery(
    "jobs",
    "jobs",
    (at, signal) => client.jobs.list({ ...(shown === null ? {} : { limit: shown }), ...at }, { signal }),
    ({ name }) => name,
  );
  usePolling(pollEveryMs(pages.items ?? []), pages);
  return (
    <Section
      title={translations(operationsTexts).jobs}
      actions={
        <>
          {shown !== null && <a href={TABS.jobs}>{translations(operationsTexts).all.jobs}</a>}
          <button type="button" class={shown === null ? "primary" : undefined} onClick={() => setAdding(true)}>
            <Icon icon={Plus} />
            {t.newJob}
          </button>
        </>
      }
    >
      {isAdding && <JobDialog job={null} onSaved={pages.reload} onClose={() => setAdding(false)} />}
      <PagedList
        label={translations(operationsTexts).jobs}
        pages={pages}
        counted={translations(countTexts).jobs}
        empty={
          <EmptyState picture={<Icon icon={BookOpen} />} text={t.none}>
            <button type="button" class="primary" onClick={() => setAdding(true)}>
              {t.first}
            </button>
          </EmptyState>
        }
      >
        {(job) => <JobItem job={job} now={now} answer={pages} />}
      </PagedList>
    </Section>
  );
}
