import { useId } from "preact/hooks";
import type { UnsentItem } from "../../client/index.ts";
import { deckError } from "../parts/deck-error.ts";
import { focusNext } from "../parts/focus/focus-next.ts";
import { WaitingNote } from "../parts/queue/waiting-note.tsx";
import { readableAddress } from "../parts/readable-address.ts";
import { FoundLine } from "../parts/search/found-line.tsx";
import { TagLinks } from "../parts/tags/tag-links.tsx";
import { DeckPicture } from "./deck-picture.tsx";
import { queryAddress } from "./deck-query.ts";

/** A deck that is on this device only. */
export function UnsentDeck({ deck: { waiting }, q }: { readonly deck: UnsentItem; readonly q: string }) {
  const id = useId();
  const [{ intent }] = waiting;
  const { url } = intent.body;
  const { memo, tags } = intent.create === "stock" ? intent.body : {};
  return (
    <article aria-labelledby={id}>
      <DeckPicture page={url} url={null} />
      <div class="item-text">
        <h2 id={id} lang="">
          <span>{url}</span>
        </h2>
        <div class="facts">
          <TagLinks tags={tags ?? []} addressOf={(tag) => queryAddress({ tags: [tag] })} />
          {memo && (
            <span class="memo" lang="">
              {memo}
            </span>
          )}
        </div>
        <FoundLine q={q} stored={[memo, tags?.join(" · "), readableAddress(url)]} />
      </div>
      {waiting.map((entry) => (
        <WaitingNote
          key={entry.idempotencyKey}
          entry={entry}
          name={url}
          describedBy={id}
          refusalText={deckError}
          onCancelled={() => focusNext(document.getElementById(id)?.closest("article") ?? null)}
        />
      ))}
    </article>
  );
}
