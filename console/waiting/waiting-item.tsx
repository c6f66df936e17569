import { useId } from "preact/hooks";
import type { QueuedThing, QueueEntry } from "../../client/index.ts";
import { count, relative } from "../language/format.ts";
import { said } from "../language/language.ts";
import { focusNext } from "../parts/focus-next.ts";
import { useNow } from "../parts/use-now.ts";
import { WaitingNote } from "../parts/waiting-note.tsx";
import { queuedName } from "./queued-name.ts";
import { waitingScreenTexts } from "./waiting-screen-texts.ts";

/** A thing and all that waits of it. */
export function WaitingItem({ thing }: { readonly thing: QueuedThing }) {
  const t = said(waitingScreenTexts);
  const id = useId();
  const known = queuedName(thing);
  const isOnly = thing.waiting.length === 1;
  return (
    <article aria-labelledby={id}>
      <h2 id={id}>{known === null ? t.gone : <span lang="">{known}</span>}</h2>
      <p class="quiet">{t[thing.type]}</p>
      {thing.waiting.map((entry) => (
        <div key={entry.idempotencyKey}>
          <WaitingNote
            entry={entry}
            name={known ?? t.gone}
            describedBy={id}
            onCancelled={() => {
              if (isOnly) focusNext(document.getElementById(id)?.closest("article") ?? null);
            }}
          />
          <Attempts entry={entry} />
        </div>
      ))}
    </article>
  );
}

function Attempts({ entry: { attempts, lastError } }: { readonly entry: QueueEntry }) {
  const t = said(waitingScreenTexts);
  const now = useNow();
  return (
    <p class="hint">{lastError === null ? t.notTried : t.attempts(count(attempts), relative(lastError.at, now))}</p>
  );
}
