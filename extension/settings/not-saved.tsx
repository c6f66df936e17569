import { useState } from "preact/hooks";
import type { QueueEntry } from "../../client/index.ts";
import { translations } from "../../console/language/language.ts";
import { messageOf } from "../../console/language/message-of.ts";
import { partTexts } from "../../console/parts/part-texts.ts";
import { entryProblem } from "../../console/parts/queue/entry-words.ts";
import { waitingTexts } from "../../console/parts/queue/waiting-texts.ts";
import type { PersonsQueue } from "../saving/queue.ts";
import { tellBackground } from "../saving/tell-background.ts";
import { settingsTexts } from "./settings-texts.ts";

/** The pages that were refused, each with the reason and what can be done. */
export function NotSaved({
  queue,
  failed,
  onChanged,
}: {
  readonly queue: PersonsQueue["queue"];
  readonly failed: readonly QueueEntry[];
  readonly onChanged: () => void;
}) {
  const t = translations(settingsTexts);
  const [unkept, setUnkept] = useState<string | null>(null);
  if (failed.length === 0) return null;
  const end = (work: Promise<unknown>) =>
    void work
      .then(tellBackground)
      .then(onChanged)
      .catch((error: unknown) => setUnkept(messageOf(error)));
  return (
    <section aria-labelledby="not-saved">
      <h2 id="not-saved">{t.failedTitle}</h2>
      <ul class="not-saved">
        {failed.map((entry) => (
          <li key={entry.idempotencyKey}>
            <p id={entry.idempotencyKey} lang="">
              {addressOf(entry)}
            </p>
            {entry.lastError !== null && <p class="failure">{entryProblem(entry.lastError)}</p>}
            <div class="actions">
              <button type="button" aria-describedby={entry.idempotencyKey} onClick={() => end(queue.retry(entry))}>
                {translations(partTexts).tryAgain}
              </button>
              <button type="button" aria-describedby={entry.idempotencyKey} onClick={() => end(queue.discard(entry))}>
                {translations(waitingTexts).discard}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {unkept !== null && (
        <p role="alert" class="failure">
          {unkept}
        </p>
      )}
    </section>
  );
}

/** The address of a page; of a mark, where the bookmark or the deck is in the console. */
function addressOf({ intent }: QueueEntry): string {
  if ("create" in intent) return intent.body.url;
  return "update" in intent ? `/app/${intent.update === "bookmark" ? "bookmarks" : "slides"}/${intent.id}` : "";
}
