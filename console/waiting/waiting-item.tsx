import { Bookmark, Presentation } from "lucide";
import { useId } from "preact/hooks";
import type { QueuedThing } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { deckError } from "../parts/deck-error.ts";
import { focusNext } from "../parts/focus-next.ts";
import { Icon } from "../parts/icon.tsx";
import { hueOf } from "../parts/pictures/hue-of.ts";
import { WaitingNote } from "../parts/queue/waiting-note.tsx";
import { queuedName } from "./queued-name.ts";
import { waitingScreenTexts } from "./waiting-screen-texts.ts";

/** An item with all its waiting entries. */
export function WaitingItem({ thing }: { readonly thing: QueuedThing }) {
  const t = translations(waitingScreenTexts);
  const id = useId();
  const known = queuedName(thing);
  const isOnly = thing.waiting.length === 1;
  return (
    <article aria-labelledby={id}>
      <span class="site-icon" aria-hidden="true" style={{ "--hue": hueOf(thing.type) }}>
        <Icon icon={thing.type === "bookmark" ? Bookmark : Presentation} />
      </span>
      <div class="item-text">
        <h2 id={id}>{known === null ? t.gone : <span lang="">{known}</span>}</h2>
        <small class="quiet">{t[thing.type]}</small>
      </div>
      {thing.waiting.map((entry) => (
        <WaitingNote
          key={entry.idempotencyKey}
          entry={entry}
          name={known ?? t.gone}
          describedBy={id}
          {...(thing.type === "stock" ? { refusalText: deckError } : {})}
          onCancelled={() => {
            if (isOnly) focusNext(document.getElementById(id)?.closest("article") ?? null);
          }}
        />
      ))}
    </article>
  );
}
