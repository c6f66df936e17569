import { ListStart } from "lucide";
import type { Job } from "../../../client/index.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { Icon } from "../../parts/icon.tsx";
import { QueryView } from "../../parts/queries/query-view.tsx";
import { useQuery } from "../../parts/queries/use-query.ts";
import { useRefetchOn } from "../../parts/queries/use-refetch-on.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { WideTable } from "../../parts/tables/table.tsx";
import { When } from "../../parts/when.tsx";
import { jobTexts } from "./job-texts.ts";
import { cursorWords } from "./job-words.ts";

/** The positions of a job, one for each set of queries that it has had. */
export function JobCursors({ job, now }: { readonly job: Job; readonly now: Date }) {
  const t = translations(jobTexts);
  const { client } = useSignedIn().library;
  const { name } = job;
  const answer = useQuery(`cursors of ${name}`, (signal) => client.jobs.cursors(name, { signal }));
  useRefetchOn(changeOf(job), answer.reload);
  return (
    <section>
      <h2>{t.cursors}</h2>
      <QueryView answer={answer}>
        {(cursors) =>
          cursors.length === 0 ? (
            <EmptyState picture={<Icon icon={ListStart} />} text={t.noCursors} />
          ) : (
            <WideTable
              caption={t.cursorsCaption}
              look="cursors stacked"
              columns={[
                [
                  t.queries,
                  ({ query_set_hash: hash }) =>
                    hash === job.query_set_hash ? t.presentQueries : t.earlierQueries(hash.slice(0, 8)),
                ],
                [t.position, (cursor) => count(cursor.start_index), "number"],
                [t.totalItems, ({ last_total_items: total }) => (total === null ? "–" : count(total)), "number"],
                [t.state, cursorWords],
                [t.updated, (cursor) => <When at={cursor.last_updated_at} now={now} />],
              ]}
              rows={cursors}
              keyOf={(cursor) => cursor.query_set_hash}
            />
          )
        }
      </QueryView>
    </section>
  );
}

/** Differs when the cursors may: after a page of a run, and after the job or its cursors were changed. */
function changeOf({ last_run: run, updated_at, is_exhausted, total_beyond }: Job): string {
  return `${run?.id} ${run?.collected} ${run?.finished_at} ${updated_at} ${is_exhausted} ${total_beyond}`;
}
