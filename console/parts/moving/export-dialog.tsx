import { useState } from "preact/hooks";
import type { Bookmark, Stock } from "../../../client/index.ts";
import type { BookmarkFormat } from "../../../client/moving/index.ts";
import { BOOKMARK_FORMATS, exportBookmarks, exportStocks } from "../../../client/moving/index.ts";
import { isOffline } from "../../device/offline.ts";
import { count, moment } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { sentences } from "../../language/sentences.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { notify } from "../../status/status.tsx";
import { FormDialog } from "../forms/form-dialog.tsx";
import { Options } from "../forms/options.tsx";
import { explain } from "../queries/explain.ts";
import { saveFile } from "../save-file.ts";
import { today } from "../search/calendar.ts";
import type { MovedType } from "./moving-texts.ts";
import { movingTexts } from "./moving-texts.ts";

/** The beginning of the file's name. */
const FILES = { bookmark: "bookmarks", stock: "slides" } as const;
const MEDIA_TYPES = { html: "text/html", json: "application/json", csv: "text/csv" } as const;
/** Items after which the page handles other events. */
const AT_ONCE = 500;

/** Not everything is on this device yet. */
class NotWhole extends Error {}

/** Writes all bookmarks or decks to a file, from the copy on this device, which is refreshed first if that is possible. */
export function ExportDialog({ type, onClose }: { readonly type: MovedType; readonly onClose: () => void }) {
  const t = translations(movingTexts);
  const of = t[type];
  const { library } = useSignedIn();
  const [format, setFormat] = useState<BookmarkFormat>("html");
  const [progress, setProgress] = useState("");
  const save = async () => {
    setProgress(t.fetching);
    const stopped = isOffline.peek() ? "trouble" : (await library.synced.refresh()).stopped;
    const { isWhole, syncedAt } = library.synced.state;
    if (!isWhole) throw new NotWhole();
    const items = library.synced.list({ type });
    const kept = items.flatMap(({ item }) => item ?? []);
    const total = count(kept.length);
    const parts: string[] = [];
    const each = yielding(kept, (done) => setProgress(t.writing(count(done), total)));
    const written =
      type === "bookmark"
        ? exportBookmarks(each as AsyncIterable<Bookmark>, format)
        : exportStocks(each as AsyncIterable<Stock>, format);
    for await (const part of written) parts.push(part);
    saveFile(`${FILES[type]}-${today()}.${format}`, new Blob(parts, { type: `${MEDIA_TYPES[format]};charset=utf-8` }));
    const isOld = stopped === "trouble" || stopped === "unauthorized";
    const told =
      isOld && syncedAt !== null
        ? of.exportedOld(kept.length, moment(syncedAt.toISOString()))
        : of.exported(kept.length);
    const unsent = items.length - kept.length;
    notify(sentences(told, unsent === 0 ? "" : t.notSent(unsent)));
  };
  return (
    <FormDialog
      title={of.exportTitle}
      submit={t.download}
      onSubmit={() => save}
      progress={progress}
      reason={(error) => (error instanceof NotWhole ? of.notWhole : explain(error))}
      onClose={onClose}
    >
      <Options
        label={t.format}
        value={format}
        options={BOOKMARK_FORMATS.map((each) => [each, t.formats[each]] as const)}
        onChoose={setFormat}
      />
    </FormDialog>
  );
}

/** The items; from time to time other events are handled, and the progress is reported. */
async function* yielding<T>(items: readonly T[], onTaken: (done: number) => void): AsyncGenerator<T, void, undefined> {
  for (const [index, item] of items.entries()) {
    if (index % AT_ONCE === 0) {
      onTaken(index);
      await new Promise((resolve) => setTimeout(resolve));
    }
    yield item;
  }
}
