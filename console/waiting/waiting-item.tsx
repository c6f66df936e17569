import { Bookmark, Presentation } from "lucide";
import { useId } from "preact/hooks";
import type { QueuedItem } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { deckError } from "../parts/deck-error.ts";
import { focusAfter } from "../parts/focus/focus-next.ts";
import { Icon } from "../parts/icon.tsx";
import { hueOf } from "../parts/pictures/hue-of.ts";
import { WaitingNote } from "../parts/queue/waiting-note.tsx";
import { queuedName } from "./queued-name.ts";
import { waitingScreenTexts } from "./waiting-screen-texts.ts";

/** An item with all its waiting entries. */
export function WaitingItem({ queued }: { readonly queued: QueuedItem }) {
  const t = translations(waitingScreenTexts);
  const id = useId();
  const known = queuedName(queued);
  const isOnly = queued.waiting.length === 1;
  return (
    <article aria-labelledby={id}>
      <span class="tile site-icon" aria-hidden="true" style={{ "--hue": hueOf(queued.type) }}>
        <Icon icon={queued.type === "bookmark" ? Bookmark : Presentation} />
      </span>
      <div class="item-text">
        <h2 id={id}>{known === null ? t.gone : <span lang="">{known}</span>}</h2>
        <small class="quiet">{t[queued.type]}</small>
      </div>
      {queued.waiting.map((entry) => (
        <WaitingNote
          key={entry.idempotencyKey}
          entry={entry}
          name={known ?? t.gone}
          describedBy={id}
          {...(queued.type === "stock" ? { refusalText: deckError } : {})}
          onCancelled={() => {
            if (isOnly) focusAfter(id);
          }}
        />
      ))}
    </article>
  );
}
