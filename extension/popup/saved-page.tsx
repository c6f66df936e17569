import { useEffect, useRef } from "preact/hooks";
import type { SyncedItem } from "../../client/index.ts";
import { translations } from "../../console/language/language.ts";
import { partTexts } from "../../console/parts/part-texts.ts";
import { entryProblem } from "../../console/parts/queue/entry-words.ts";
import { waitingTexts } from "../../console/parts/queue/waiting-texts.ts";
import { tagTexts } from "../../console/parts/tags/tag-texts.ts";
import type { Library } from "../saving/library.ts";
import { useKeep } from "../saving/use-keep.tsx";
import type { Stage } from "../stage/stage.ts";
import type { PageProblem } from "./keep-page.ts";
import type { ShownPage } from "./opened.ts";
import { PageMarks } from "./page-marks.tsx";
import { popupTexts } from "./popup-texts.ts";
import { SendPage } from "./send-page.tsx";

/** What became of the page: it is saved, or it waits in this browser, or it was refused and why. */
export function SavedPage({
  synced,
  page,
  stage,
  library,
  isNew,
  notSent,
}: {
  readonly synced: SyncedItem;
  readonly page: ShownPage;
  readonly stage: Stage;
  readonly library: Library;
  /** Whether it was saved just now, in this window. */
  readonly isNew: boolean;
  /** Why the page was saved without what the person sees; null unless that was asked for. */
  readonly notSent: PageProblem | null;
}) {
  const t = translations(popupTexts);
  const message = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (isNew) message.current?.focus();
  }, [isNew]);
  const { item, waiting } = synced;
  const failed = waiting.find(({ state }) => state === "failed") ?? null;
  const problem = waiting.find(({ lastError }) => lastError !== null)?.lastError ?? null;
  const [keep, failure] = useKeep();
  // The buttons for what was refused go with it.
  const focusMessage = () => message.current?.focus();
  const title = titleOf(synced);
  const tags = item?.tags ?? [];
  const { text, tone } = outcome(synced, isNew);
  return (
    <div class="saved">
      {title !== null && (
        <h2 class="title" lang="">
          {title}
        </h2>
      )}
      <p ref={message} tabIndex={-1} role="status" class="outcome" data-tone={tone}>
        {text}
      </p>
      {notSent !== null && <p class="failure">{t.notSent[notSent]}</p>}
      {problem !== null && <p class="quiet">{entryProblem(problem)}</p>}
      {tags.length > 0 && (
        <ul class="tags" aria-label={translations(tagTexts).tags}>
          {tags.map((tag) => (
            <li key={tag} class="tag" lang="">
              {tag}
            </li>
          ))}
        </ul>
      )}
      {item !== null && <PageMarks type={synced.type} item={item} library={library} keep={keep} />}
      {failure}
      <div class="actions">
        {failed !== null && (
          <>
            <button type="button" class="primary" onClick={() => keep(() => library.queue.retry(failed), focusMessage)}>
              {translations(partTexts).tryAgain}
            </button>
            <button type="button" onClick={() => keep(() => library.queue.discard(failed), focusMessage)}>
              {translations(waitingTexts).discard}
            </button>
          </>
        )}
        {synced.id !== null && (
          <a
            class="button"
            href={`${stage.siteUrl}${PATHS[synced.type]}/${synced.id}`}
            target="_blank"
            rel="noreferrer"
          >
            {t.open}
          </a>
        )}
      </div>
      {synced.type === "bookmark" && synced.id !== null && <SendPage page={page} library={library} />}
    </div>
  );
}

const PATHS = { bookmark: "/app/bookmarks", stock: "/app/slides" } as const;

/** The title that is known; null when there is none yet. */
function titleOf({ item, waiting }: SyncedItem): string | null {
  if (item !== null) return item.title;
  const { intent } = waiting[0];
  return intent.create === "bookmark" ? (intent.body.title ?? null) : null;
}

function outcome(
  { item, waiting: [entry] }: SyncedItem,
  isNew: boolean,
): { readonly text: string; readonly tone: "good" | "warn" | "bad" | "none" } {
  const t = translations(popupTexts);
  if (item !== null) return { text: isNew ? t.savedNow : t.savedAlready, tone: "good" };
  if (entry?.state === "failed") return { text: t.notSaved, tone: "bad" };
  return entry?.lastError == null ? { text: t.saving, tone: "none" } : { text: t.keptOffline, tone: "warn" };
}
