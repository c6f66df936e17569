import type { Intent, QueueEntry } from "../../../client/index.ts";
import { ago, count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { notify } from "../../status/status.tsx";
import { usePassedFocus } from "../focus/use-passed-focus.ts";
import { partTexts } from "../part-texts.ts";
import { RunButton } from "../run-button.tsx";
import { StatusChip } from "../status-chip.tsx";
import { useNow } from "../use-now.ts";
import { When } from "../when.tsx";
import { CancelEntry } from "./cancel-entry.tsx";
import type { RefusalText } from "./entry-words.ts";
import { entryProblem, entryTitle } from "./entry-words.ts";
import { waitingTexts } from "./waiting-texts.ts";

/**
 * An entry of an item that waits on this device to be sent: what it is, its age, why it has failed, and buttons `Cancel`
 * and, for a failed one, `Try again`. Marks are not worth a line as long as no attempt to send them has failed.
 */
export function WaitingNote({
  entry,
  name,
  describedBy,
  refusalText,
  onCancelled,
}: {
  readonly entry: QueueEntry;
  /** The title or the address of the item. */
  readonly name: string;
  /** Id of the item's heading. */
  readonly describedBy: string;
  /** The kind's text for a refusal. Bookmarks have none, so that the first load has no texts of other kinds. */
  readonly refusalText?: RefusalText;
  /** The item may be gone: move the focus. */
  readonly onCancelled?: () => void;
}) {
  const t = translations(waitingTexts);
  const { library, session } = useSignedIn();
  const now = useNow();
  const note = usePassedFocus<HTMLDivElement>();
  const retry = async () => {
    await library.queue.retry(entry);
    notify(t.again);
  };
  const hasFailed = entry.state === "failed";
  if (isOfMarks(entry.intent) && entry.lastError === null) return null;
  // The frame says for all entries that the session has ended.
  const isTold = session.hasEnded.value && entry.lastError?.status === 401;
  return (
    <div ref={note} class="stack waiting-note">
      <p class="facts">
        <StatusChip text={entryTitle(entry)} tone={hasFailed ? "bad" : "warn"} />
        <When at={entry.enqueuedAt} now={now} />
        {entry.lastError !== null && <span>{t.attempts(count(entry.attempts), ago(entry.lastError.at, now))}</span>}
      </p>
      {entry.lastError !== null && !isTold && (
        <p class={hasFailed ? "failure" : "quiet"}>{entryProblem(entry.lastError, refusalText)}</p>
      )}
      <div class="actions">
        {hasFailed && (
          <RunButton act={retry} aria-describedby={describedBy}>
            {translations(partTexts).tryAgain}
          </RunButton>
        )}
        <CancelEntry
          entry={entry}
          name={name}
          describedBy={describedBy}
          {...(onCancelled === undefined ? {} : { onCancelled })}
        />
      </div>
    </div>
  );
}

/** Whether an intent changes only whether an item is unread and has a star. */
function isOfMarks(intent: Intent): boolean {
  return "update" in intent && Object.keys(intent.body).every((field) => field === "unread" || field === "starred");
}
