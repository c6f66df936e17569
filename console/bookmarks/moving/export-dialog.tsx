import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Bookmark } from "../../../client/index.ts";
import type { BookmarkFormat } from "../../../client/moving/index.ts";
import { BOOKMARK_FORMATS, exportBookmarks } from "../../../client/moving/index.ts";
import { count, moment } from "../../language/format.ts";
import { said } from "../../language/language.ts";
import { useAction } from "../../parts/answers/use-action.ts";
import { Dialog } from "../../parts/forms/dialog.tsx";
import { isOffline } from "../../shell/offline.ts";
import { useSignedIn } from "../../shell/signed-in.ts";
import { tell, tellFailure } from "../../shell/status.tsx";
import { download } from "./download.ts";
import { movingTexts } from "./moving-texts.ts";

const MEDIA_TYPES = { html: "text/html", json: "application/json", csv: "text/csv" } as const;
/** Bookmarks between two looks of the page at what else is to be done. */
const AT_ONCE = 500;

/** Writes all bookmarks to a file, from the copy on this device, which is brought up to date first if that is possible. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = said(movingTexts);
  const { library } = useSignedIn();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [format, setFormat] = useState<BookmarkFormat>("html");
  const [progress, setProgress] = useState<string | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const save = useAction(async () => {
    setProgress(t.fetching);
    const stopped = isOffline.peek() ? "trouble" : (await library.synced.refresh()).stopped;
    const { isWhole, syncedAt } = library.synced.state;
    if (!isWhole) {
      setProgress(null);
      tellFailure(t.notWhole);
      return;
    }
    const things = library.synced.list({ type: "bookmark" });
    const bookmarks = things.flatMap(({ item }) => (item !== null && "url" in item ? [item] : []));
    const total = count(bookmarks.length);
    const parts: string[] = [];
    const each = yielding(bookmarks, (done) => setProgress(t.writing(count(done), total)));
    for await (const part of exportBookmarks(each, format)) parts.push(part);
    const day = new Date().toISOString().slice(0, 10);
    download(`bookmarks-${day}.${format}`, new Blob(parts, { type: `${MEDIA_TYPES[format]};charset=utf-8` }));
    const isOld = stopped === "trouble" || stopped === "unauthorized";
    const told = isOld && syncedAt !== null ? t.exportedOld(total, moment(syncedAt.toISOString())) : t.exported(total);
    const unsent = things.length - bookmarks.length;
    tell(unsent === 0 ? told : `${told} ${t.notSent(count(unsent))}`);
    dialog.current?.close();
  });
  return (
    <Dialog title={t.exportTitle} dialog={dialog} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.run();
        }}
      >
        <fieldset>
          <legend>{t.format}</legend>
          {BOOKMARK_FORMATS.map((each) => (
            <label key={each} class="option-line" for={`${id}-${each}`}>
              <input
                id={`${id}-${each}`}
                type="radio"
                name="format"
                checked={format === each}
                onChange={() => setFormat(each)}
              />
              <span>{t.formats[each]}</span>
            </label>
          ))}
        </fieldset>
        <p role="status">{progress}</p>
        <button type="submit" class="primary" aria-disabled={save.isBusy}>
          {t.download}
        </button>
      </form>
    </Dialog>
  );
}

/** The bookmarks; now and then the page gets its turn, and is told how many were taken. */
async function* yielding(
  bookmarks: readonly Bookmark[],
  onTaken: (done: number) => void,
): AsyncGenerator<Bookmark, void, undefined> {
  for (const [index, bookmark] of bookmarks.entries()) {
    if (index % AT_ONCE === 0) {
      onTaken(index);
      await new Promise((resolve) => setTimeout(resolve));
    }
    yield bookmark;
  }
}
