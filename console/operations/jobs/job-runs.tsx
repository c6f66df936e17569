// biome-ignore-all lint/a11y/noRedundantRoles: Safari takes them from a table whose rows are laid out as blocks.
import type { Job, Run } from "../../../client/index.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { countTexts } from "../../parts/queries/count-texts.ts";
import { Paged } from "../../parts/queries/paged.tsx";
import { useCursorQuery } from "../../parts/queries/use-paged-query.ts";
import { useRefetchOn } from "../../parts/queries/use-refetch-on.ts";
import { When } from "../../parts/when.tsx";
import { Wide } from "../../parts/wide.tsx";
import { jobTexts } from "./job-texts.ts";
import { outcomeWords } from "./job-words.ts";

/** The runs of a job, newest first, with the pages that each has requested. */
export function JobRuns({ job }: { readonly job: Job }) {
  const t = translations(jobTexts);
  const { client } = useSignedIn().library;
  const { name, last_run: last } = job;
  const pages = useCursorQuery(
    `runs of ${name}`,
    "runs",
    (at, signal) => client.jobs.runs(name, at, { signal }),
    ({ id }) => id,
  );
  useRefetchOn(`${last?.id} ${last?.collected} ${last?.finished_at}`, pages.reload);
  return (
    <section>
      <h2>{t.runs}</h2>
      <Paged pages={pages} counted={translations(countTexts).runs} empty={t.noRuns}>
        {(runs) => (
          <Wide label={t.runsCaption}>
            <table role="table" class="runs stacked">
              <caption>{t.runsCaption}</caption>
              <thead role="rowgroup">
                <tr role="row">
                  <th role="columnheader" scope="col">
                    {t.begun}
                  </th>
                  <th role="columnheader" scope="col">
                    {t.result}
                  </th>
                  <th role="columnheader" scope="col">
                    {t.kind}
                  </th>
                  <th role="columnheader" scope="col" class="number">
                    {t.position}
                  </th>
                  <th role="columnheader" scope="col">
                    {t.requests}
                  </th>
                </tr>
              </thead>
              <tbody role="rowgroup">
                {runs.map((run) => (
                  <RunRow key={run.id} run={run} />
                ))}
              </tbody>
            </table>
          </Wide>
        )}
      </Paged>
    </section>
  );
}

function RunRow({ run }: { readonly run: Run }) {
  const t = translations(jobTexts);
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <When at={run.started_at} />
      </th>
      <td role="cell" class={run.stop_reason === "error" ? "failure" : undefined} data-label={t.result}>
        {run.finished_at === null ? t.running : outcomeWords(run)}
      </td>
      <td role="cell" data-label={t.kind}>
        {t.kinds[run.kind]}
      </td>
      <td role="cell" class="number" data-label={t.position}>
        {count(run.start_index)}
      </td>
      <td role="cell" data-label={t.requests}>
        {run.requests.length === 0 ? (
          count(0)
        ) : (
          <details>
            <summary>{t.requestsOf(count(run.requests.length))}</summary>
            <ol>
              {run.requests.map(({ start_index: start, max_results: size }) => (
                <li key={start}>{t.request(count(start + 1), count(start + size))}</li>
              ))}
            </ol>
          </details>
        )}
      </td>
    </tr>
  );
}
