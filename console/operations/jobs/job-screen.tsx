import { useId } from "preact/hooks";
import { useRoute } from "preact-iso/router";
import type { Job } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { QueryView } from "../../parts/queries/query-view.tsx";
import type { Reread } from "../../parts/queries/use-polling.ts";
import { usePolling } from "../../parts/queries/use-polling.ts";
import { useQuery } from "../../parts/queries/use-query.ts";
import { Skeleton } from "../../parts/states/skeleton.tsx";
import { useLeave } from "../../parts/use-leave.ts";
import { useNow } from "../../parts/use-now.ts";
import { Screen } from "../../shell/screen.tsx";
import { TABS } from "../addresses.ts";
import { JobActions } from "./job-actions.tsx";
import { JobChips } from "./job-chips.tsx";
import { JobCursors } from "./job-cursors.tsx";
import { JobRuns } from "./job-runs.tsx";
import { JobSettings } from "./job-settings.tsx";
import { jobTexts } from "./job-texts.ts";
import { lastRunWords, nextRunWords } from "./job-words.ts";
import { pollEveryMs } from "./poll-every.ts";

/** One job: its settings, cursors and runs. */
export function JobScreen() {
  const name = useRoute().params.name ?? "";
  return (
    <>
      <BackLink to={TABS.jobs}>{translations(jobTexts).back}</BackLink>
      <Screen key={name} title={name} adminsOnly>
        <OneJob name={name} />
      </Screen>
    </>
  );
}

function OneJob({ name }: { readonly name: string }) {
  const { client } = useSignedIn().library;
  const leave = useLeave();
  const answer = useQuery(`job ${name}`, (signal) => client.jobs.get(name, { signal }));
  usePolling(pollEveryMs(answer.value === null ? [] : [answer.value]), answer);
  return (
    <QueryView answer={answer} skeleton={<Skeleton view="articles sections" />}>
      {(job) => <Details job={job} answer={answer} onDeleted={() => leave(TABS.jobs, true)} />}
    </QueryView>
  );
}

function Details({
  job,
  answer,
  onDeleted,
}: {
  readonly job: Job;
  readonly answer: Reread;
  readonly onDeleted: () => void;
}) {
  const now = useNow();
  const heading = useId();
  const hasFailed = job.last_run?.stop_reason === "error";
  const next = nextRunWords(job, now);
  return (
    <div class="sections">
      <section aria-labelledby={heading} class="stack sheet job">
        <h2 id={heading}>{translations(jobTexts).settings}</h2>
        <JobChips job={job} />
        <p class={hasFailed ? "failure" : "quiet"}>{lastRunWords(job, now)}</p>
        {next !== null && <p class="quiet">{next}</p>}
        <JobSettings job={job} />
        <JobActions job={job} answer={answer} onDeleted={onDeleted} />
      </section>
      <JobCursors job={job} now={now} />
      <JobRuns job={job} />
    </div>
  );
}
