import type { Bookmark } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { useLoadedDialog } from "../parts/forms/use-loaded-dialog.tsx";
import { markTexts } from "../parts/marks/mark-texts.ts";
import { markWithUndo } from "../parts/marks/mark-with-undo.ts";
import type { Mark } from "../parts/marks/marks.ts";
import { isMarked, MARKS } from "../parts/marks/marks.ts";
import { partTexts } from "../parts/part-texts.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { deleteWithUndo } from "../parts/queue/delete-with-undo.ts";
import { fetchWithUndo } from "../parts/queue/fetch-with-undo.ts";
import { SelectionAction, SelectionBar } from "../parts/selection/selection-bar.tsx";
import { titleOr } from "./bookmark-row.ts";
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
  const ids = selected.map(({ id }) => id);
  const readAgain = useMutation(() => fetchWithUndo(library, "bookmark", ids));
  return (
    <>
      <SelectionBar selected={selected.length} {...{ all, onSelectAll, onSelectNone, onEnd }}>
        <SelectionAction label={translations(partTexts).delete} isOff={isNone || remove.isBusy} onPress={remove.run} />
        <SelectionAction
          label={t.tag}
          isOff={isNone}
          onPress={() => open(() => import("./editing/tag-dialog.tsx").then((module) => module.TagDialog))}
        />
        {MARKS.map((mark) => (
          <MarkSelected key={mark} mark={mark} selected={selected} />
        ))}
        <SelectionAction
          label={translations(partTexts).fetchAgain}
          isOff={isNone || readAgain.isBusy}
          onPress={readAgain.run}
        />
      </SelectionBar>
      {dialog}
    </>
  );
}

/** Marks the selected bookmarks as read, or when none is unread as unread; gives those without one a star, or takes all. */
function MarkSelected({ mark, selected }: { readonly mark: Mark; readonly selected: readonly Bookmark[] }) {
  const t = translations(markTexts);
  const { library } = useSignedIn();
  const usual = mark === "starred";
  const isOn = selected.length === 0 || selected.some((item) => isMarked(item, mark) !== usual) ? usual : !usual;
  const marking = useMutation(async () => {
    const items = selected.filter((item) => isMarked(item, mark) !== isOn);
    const [first] = items;
    const targets = items.map(({ id }) => ({ type: "bookmark", id }) as const);
    await markWithUndo(library, targets, { mark, isOn }, titleOr(first?.title, first?.url ?? ""));
  });
  return (
    <SelectionAction
      label={(isOn ? t.mark : t.unmark)[mark]}
      isOff={selected.length === 0 || marking.isBusy}
      onPress={marking.run}
    />
  );
}
