import { useId } from "preact/hooks";
import type { Job } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { focusAfter } from "../../parts/focus/focus-next.ts";
import type { Reread } from "../../parts/queries/use-polling.ts";
import { jobAddress } from "../addresses.ts";
import { JobActions } from "./job-actions.tsx";
import { JobChips } from "./job-chips.tsx";
import { jobTexts } from "./job-texts.ts";
import { lastRunWords, nextRunWords } from "./job-words.ts";

export function JobItem({ job, now, answer }: { readonly job: Job; readonly now: Date; readonly answer: Reread }) {
  const t = translations(jobTexts);
  const heading = useId();
  const hasFailed = job.last_run?.stop_reason === "error";
  const next = nextRunWords(job, now);
  return (
    <article aria-labelledby={heading}>
      <h3 id={heading}>
        <a href={jobAddress(job.name)}>{job.name}</a>
      </h3>
      <JobChips job={job} />
      <p>
        {t.queries}: <span lang="">{job.queries.join(" · ")}</span>
      </p>
      <p class={hasFailed ? "failure" : "quiet"}>{lastRunWords(job, now)}</p>
      {next !== null && <p class="quiet">{next}</p>}
      <JobActions
        job={job}
        describedBy={heading}
        answer={answer}
        onDeleted={() => {
          focusAfter(heading);
          answer.reload();
        }}
      />
    </article>
  );
}
