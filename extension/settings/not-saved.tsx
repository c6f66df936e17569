import type { TargetedEvent } from "preact";
import type { QueueEntry } from "../../client/index.ts";
import { translations } from "../../console/language/language.ts";
import { focusNext } from "../../console/parts/focus/focus-next.ts";
import { partTexts } from "../../console/parts/part-texts.ts";
import { entryProblem } from "../../console/parts/queue/entry-words.ts";
import { waitingTexts } from "../../console/parts/queue/waiting-texts.ts";
import type { PersonsQueue } from "../saving/queue.ts";
import { useKeep } from "../saving/use-keep.tsx";
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
  const [keep, failure] = useKeep();
  if (failed.length === 0) return null;
  /** Ends an entry, which goes with its buttons. */
  const end = (change: () => Promise<unknown>, { currentTarget }: TargetedEvent<HTMLButtonElement>) => {
    const item = currentTarget.closest("article");
    keep(change, () => {
      focusNext(item);
      onChanged();
    });
  };
  return (
    <section aria-labelledby="not-saved">
      <h2 id="not-saved">{t.failedTitle}</h2>
      <ul class="not-saved">
        {failed.map((entry) => (
          <li key={entry.idempotencyKey}>
            <article>
              <h3 id={entry.idempotencyKey} lang="">
                {addressOf(entry)}
              </h3>
              {entry.lastError !== null && <p class="failure">{entryProblem(entry.lastError)}</p>}
              <div class="actions">
                <button
                  type="button"
                  aria-describedby={entry.idempotencyKey}
                  onClick={(event) => end(() => queue.retry(entry), event)}
                >
                  {translations(partTexts).tryAgain}
                </button>
                <button
                  type="button"
                  aria-describedby={entry.idempotencyKey}
                  onClick={(event) => end(() => queue.discard(entry), event)}
                >
                  {translations(waitingTexts).discard}
                </button>
              </div>
            </article>
          </li>
        ))}
      </ul>
      {failure}
    </section>
  );
}

/** The address of a page; of a mark, where the bookmark or the deck is in the console. */
function addressOf({ intent }: QueueEntry): string {
  if ("create" in intent) return intent.body.url;
  return "update" in intent ? `/app/${intent.update === "bookmark" ? "bookmarks" : "slides"}/${intent.id}` : "";
}
