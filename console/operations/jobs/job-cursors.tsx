// biome-ignore-all lint/a11y/noRedundantRoles: Safari takes them from a table whose rows are laid out as blocks.
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
import { When } from "../../parts/when.tsx";
import { Wide } from "../../parts/wide.tsx";
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
            <Wide label={t.cursorsCaption}>
              <table role="table" class="cursors stacked">
                <caption>{t.cursorsCaption}</caption>
                <thead role="rowgroup">
                  <tr role="row">
                    <th role="columnheader" scope="col">
                      {t.queries}
                    </th>
                    <th role="columnheader" scope="col" class="number">
                      {t.position}
                    </th>
                    <th role="columnheader" scope="col" class="number">
                      {t.totalItems}
                    </th>
                    <th role="columnheader" scope="col">
                      {t.state}
                    </th>
                    <th role="columnheader" scope="col">
                      {t.updated}
                    </th>
                  </tr>
                </thead>
                <tbody role="rowgroup">
                  {cursors.map((cursor) => (
                    <tr role="row" key={cursor.query_set_hash}>
                      <th role="rowheader" scope="row">
                        {cursor.query_set_hash === job.query_set_hash
                          ? t.presentQueries
                          : t.earlierQueries(cursor.query_set_hash.slice(0, 8))}
                      </th>
                      <td role="cell" class="number" data-label={t.position}>
                        {count(cursor.start_index)}
                      </td>
                      <td role="cell" class="number" data-label={t.totalItems}>
                        {cursor.last_total_items === null ? "–" : count(cursor.last_total_items)}
                      </td>
                      <td role="cell" data-label={t.state}>
                        {cursorWords(cursor)}
                      </td>
                      <td role="cell" data-label={t.updated}>
                        <When at={cursor.last_updated_at} now={now} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Wide>
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
