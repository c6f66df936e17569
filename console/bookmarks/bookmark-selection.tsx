import type { Bookmark } from "../../client/index.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { useLoadedDialog } from "../parts/forms/use-loaded-dialog.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { deleteWithUndo } from "../parts/queue/delete-with-undo.ts";
import { enqueueWithUndo } from "../parts/queue/enqueue-with-undo.ts";
import { SelectionAction, SelectionBar } from "../parts/selection/selection-bar.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";

/** The actions for the selected bookmarks, each with one `Undo` for all of them. */
export function BookmarkSelection({
  selected,
  all,
  onSelectAll,
  onSelectNone,
  onEnd,
}: {
  readonly selected: readonly Bookmark[];
  /** Bookmarks that the list has. */
  readonly all: number;
  readonly onSelectAll: () => void;
  readonly onSelectNone: () => void;
  readonly onEnd: () => void;
}) {
  const t = translations(bookmarkTexts);
  const { library } = useSignedIn();
  const [open, dialog] = useLoadedDialog({ items: selected });
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
  return (
    <>
      <SelectionBar selected={selected.length} {...{ all, onSelectAll, onSelectNone, onEnd }}>
        <SelectionAction label={translations(partTexts).delete} isOff={isNone || remove.isBusy} onPress={remove.run} />
        <SelectionAction
          label={t.tag}
          isOff={isNone}
          onPress={() => open(() => import("./editing/tag-dialog.tsx").then((module) => module.TagDialog))}
        />
        <SelectionAction label={t.readAgain} isOff={isNone || readAgain.isBusy} onPress={readAgain.run} />
      </SelectionBar>
      {dialog}
    </>
  );
}
