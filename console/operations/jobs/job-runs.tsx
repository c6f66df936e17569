import type { Job, Run } from "../../../client/index.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { countTexts } from "../../parts/queries/count-texts.ts";
import { Paged } from "../../parts/queries/paged.tsx";
import { useCursorQuery } from "../../parts/queries/use-paged-query.ts";
import { useRefetchOn } from "../../parts/queries/use-refetch-on.ts";
import { WideTable } from "../../parts/tables/table.tsx";
import { When } from "../../parts/when.tsx";
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
          <WideTable
            caption={t.runsCaption}
            look="runs stacked"
            columns={[
              [t.begun, (run) => <When at={run.started_at} />],
              [t.result, (run) => <Result run={run} />],
              [t.kind, (run) => t.kinds[run.kind]],
              [t.position, (run) => count(run.start_index), "number"],
              [t.requests, (run) => <Requests run={run} />],
            ]}
            rows={runs}
            keyOf={({ id }) => id}
          />
        )}
      </Paged>
    </section>
  );
}

function Result({ run }: { readonly run: Run }) {
  if (run.finished_at === null) return translations(jobTexts).running;
  return <span class={run.stop_reason === "error" ? "failure" : undefined}>{outcomeWords(run)}</span>;
}

/** How many pages a run has requested, and which. */
function Requests({ run: { requests } }: { readonly run: Run }) {
  const t = translations(jobTexts);
  if (requests.length === 0) return count(0);
  return (
    <details>
      <summary>{t.requestsOf(count(requests.length))}</summary>
      <ol>
        {requests.map(({ start_index: start, max_results: size }) => (
          <li key={start}>{t.request(count(start + 1), count(start + size))}</li>
        ))}
      </ol>
    </details>
  );
}
