import { useId } from "preact/hooks";
import type { FailedJob } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { focusAfter } from "../../parts/focus/focus-next.ts";
import { failureReason } from "../../parts/page-failures.ts";
import { partTexts } from "../../parts/part-texts.ts";
import { readableAddress } from "../../parts/readable-address.ts";
import { RunButton } from "../../parts/run-button.tsx";
import { SafeLink } from "../../parts/safe-link.tsx";
import { StatusChip } from "../../parts/status-chip.tsx";
import { Wide } from "../../parts/tables/wide.tsx";
import { When } from "../../parts/when.tsx";
import { notify } from "../../status/status.tsx";
import { failedJobTexts } from "./failed-job-texts.ts";
import { retryJob } from "./retry-job.ts";

/** A bookmark that failed: of which page, why, and the button to try it again. */
export function FailedJobItem({
  job,
  isOwn,
  now,
  onRetried,
}: {
  readonly job: FailedJob;
  /** Whether the bookmark is one of this person's: nobody can open another person's. */
  readonly isOwn: boolean;
  readonly now: Date;
  readonly onRetried: () => void;
}) {
  const t = translations(failedJobTexts);
  const { client } = useSignedIn().library;
  const heading = useId();
  const { url } = job.payload.original_request;
  const retry = async () => {
    const isRequested = await retryJob(client, job.id);
    notify((isRequested ? t.requested : t.gone)(readableAddress(url)));
    focusAfter(heading);
    onRetried();
  };
  return (
    <article aria-labelledby={heading}>
      <h3 id={heading} lang="">
        <SafeLink url={url}>{readableAddress(url)}</SafeLink>
      </h3>
      <p class="facts">
        <StatusChip text={t.filters[`${job.retryable}`]} tone={job.retryable ? "warn" : "bad"} />
        <span>{t.jobTypes[job.job_type]}</span>
        <span>
          {t.failed} <When at={job.failed_at} now={now} />
        </span>
      </p>
      <p class="failure">
        {failureReason(job)} <code>{job.error_code}</code>
      </p>
      {!job.retryable && <p class="quiet">{t.lastingHint}</p>}
      <details>
        <summary>{t.payload}</summary>
        <Wide label={t.payloadOf}>
          <pre lang="">{JSON.stringify(job.payload, null, 2)}</pre>
        </Wide>
      </details>
      <div class="actions">
        <RunButton act={retry} aria-describedby={heading}>
          {translations(partTexts).tryAgain}
        </RunButton>
        {isOwn && (
          <a href={`/app/bookmarks/${encodeURIComponent(job.bookmark_id)}`} aria-describedby={heading}>
            {t.bookmark}
          </a>
        )}
      </div>
    </article>
  );
}
