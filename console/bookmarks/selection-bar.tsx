import { useState } from "preact/hooks";
import type { Bookmark } from "../../client/index.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { partTexts } from "../parts/part-texts.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { deleteWithUndo } from "../parts/queue/delete-with-undo.ts";
import { enqueueWithUndo } from "../parts/queue/enqueue-with-undo.ts";
import { useSignedIn } from "../shell/signed-in.ts";
import { bookmarkTexts } from "./bookmark-texts.ts";
import { TagDialog } from "./tag-dialog.tsx";

/** What can be done with the selected bookmarks, each with one `Undo` for all of them. */
export function SelectionBar({
  selected,
  onSelectShown,
  onSelectNone,
  onEnd,
}: {
  readonly selected: readonly Bookmark[];
  readonly onSelectShown: () => void;
  readonly onSelectNone: () => void;
  readonly onEnd: () => void;
}) {
  const t = translations(bookmarkTexts);
  const { library } = useSignedIn();
  const [isTagging, setTagging] = useState(false);
  const isNone = selected.length === 0;
  const remove = useMutation(async () => {
    await deleteWithUndo(
      library,
      selected.map(({ id }) => ({ type: "bookmark", id })),
      selected[0]?.title ?? selected[0]?.url ?? "",
    );
    onSelectNone();
  });
  const readAgain = useMutation(async () => {
    const intents = selected.map(({ id }) => ({ refresh: "bookmark" as const, id }));
    await enqueueWithUndo(library, intents, t.willReadAll(count(intents.length)), t.undone);
  });
  const button = (label: string, run: () => void, isBusy: boolean) => (
    <button
      type="button"
      aria-disabled={isNone || isBusy}
      onClick={() => {
        if (!isNone) run();
      }}
    >
      {label}
    </button>
  );
  return (
    <section class="selection" aria-label={t.selection}>
      <p role="status">{t.selected(count(selected.length))}</p>
      <div class="actions">
        <button type="button" onClick={onSelectShown}>
          {t.selectShown}
        </button>
        <button type="button" onClick={onSelectNone}>
          {t.selectNone}
        </button>
        {button(translations(partTexts).delete, remove.run, remove.isBusy)}
        {button(t.tag, () => setTagging(true), false)}
        {button(t.readAgain, readAgain.run, readAgain.isBusy)}
        <button type="button" onClick={onEnd}>
          {t.endSelecting}
        </button>
      </div>
      {isTagging && <TagDialog items={selected} onClose={() => setTagging(false)} />}
    </section>
  );
}
