import { useRef } from "preact/hooks";
import type { Bookmark, Stock } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { focusNext } from "../focus/focus-next.ts";
import { ActionName } from "../item-actions.tsx";
import { useMutation } from "../queries/use-mutation.ts";
import { MarkIcon } from "./mark-icon.tsx";
import { markTexts } from "./mark-texts.ts";
import { markWithUndo } from "./mark-with-undo.ts";
import type { Mark, MarkChoice } from "./marks.ts";
import { isMarked, MARKS } from "./marks.ts";

interface MarkButtonsProps {
  readonly type: "bookmark" | "stock";
  readonly item: Bookmark | Stock;
  /** The item's title. */
  readonly name: string;
  /** Id of the item's heading. */
  readonly describedBy?: string;
  /** What the list shows: an item without that mark leaves it. */
  readonly choice?: MarkChoice | undefined;
}

/** The marks of an item as icons, each of which changes with one press. */
export function Marks(props: MarkButtonsProps) {
  return (
    <div class="item-actions marks">
      <MarkButtons {...props} />
    </div>
  );
}

/** The buttons that mark an item as read or unread, or give it a star or remove it. */
export function MarkButtons(props: MarkButtonsProps) {
  return (
    <>
      {MARKS.map((mark) => (
        <MarkButton key={mark} mark={mark} {...props} />
      ))}
    </>
  );
}

function MarkButton({ mark, type, item, name, describedBy, choice = "" }: MarkButtonsProps & { readonly mark: Mark }) {
  const t = translations(markTexts);
  const { library } = useSignedIn();
  const isOn = isMarked(item, mark);
  const button = useRef<HTMLButtonElement>(null);
  const change = useMutation(async () => {
    if (isOn && choice === mark) focusNext(button.current?.closest("article") ?? null);
    await markWithUndo(library, [{ type, id: item.id }], { mark, isOn: !isOn }, name);
  });
  return (
    // The shortcuts find it by its mark.
    <button
      ref={button}
      type="button"
      data-mark={mark}
      data-on={isOn}
      aria-describedby={describedBy}
      onClick={change.run}
    >
      <MarkIcon mark={mark} />
      <ActionName>{(isOn ? t.unmark : t.mark)[mark]}</ActionName>
    </button>
  );
}
