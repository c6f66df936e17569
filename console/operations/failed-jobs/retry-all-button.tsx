import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { usePassedFocus } from "../../parts/focus/use-passed-focus.ts";
import { partTexts } from "../../parts/part-texts.ts";
import { failedJobTexts } from "./failed-job-texts.ts";
import type { RetryAll } from "./use-retry-all.ts";

/** Tries all retryable failed jobs again; while that runs the same button stops it, so that the focus stays. */
export function RetryAllButton({ progress, start, stop }: RetryAll) {
  const t = translations(failedJobTexts);
  const button = usePassedFocus<HTMLButtonElement>();
  return (
    <>
      {progress !== null && (
        <span class="retrying">
          <progress
            aria-label={t.tryingAll}
            {...(progress.total === null ? {} : { value: progress.done, max: progress.total })}
          />
          {progress.total !== null && <small>{t.progress(count(progress.done), count(progress.total))}</small>}
        </span>
      )}
      <button ref={button} type="button" onClick={progress === null ? start : stop}>
        {progress === null ? translations(partTexts).tryAllAgain : t.stop}
      </button>
    </>
  );
}
