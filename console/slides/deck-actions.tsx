import type { IconNode } from "lucide";
import { Pencil, RefreshCw } from "lucide";
import type { SyncedStock } from "../../client/index.ts";
import { isOffline } from "../device/offline.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { DeleteButton } from "../parts/delete-button.tsx";
import { usePassedFocus } from "../parts/focus/use-passed-focus.ts";
import { Icon } from "../parts/icon.tsx";
import { ActionName } from "../parts/item-actions.tsx";
import { MarkButtons } from "../parts/marks/mark-buttons.tsx";
import type { MarkChoice } from "../parts/marks/marks.ts";
import { partTexts } from "../parts/part-texts.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { deleteWithUndo } from "../parts/queue/delete-with-undo.ts";
import { notify } from "../status/status.tsx";
import { deckName } from "./deck-words.ts";
import { slidesTexts } from "./slides-texts.ts";

/** The buttons of a deck that mark it, and `Edit`, `Fetch again` and `Delete`. */
export function DeckActions({
  deck,
  describedBy,
  choice,
  onEdit,
  onDelete,
}: {
  readonly deck: SyncedStock;
  /** Id of the deck's heading. */
  readonly describedBy: string;
  /** What the list around the deck shows. */
  readonly choice?: MarkChoice | undefined;
  /** Opens the dialog, which the caller has: these buttons may stand in a popover, which closes then. */
  readonly onEdit: () => void;
  /** Called before the deck goes: move the focus. */
  readonly onDelete: () => void;
}) {
  const { library } = useSignedIn();
  const { item: stock } = deck;
  const remove = useMutation(async () => {
    onDelete();
    await deleteWithUndo(library, [{ type: "stock", id: stock.id }], deckName(stock));
  });
  return (
    <>
      <MarkButtons type="stock" item={stock} name={deckName(stock)} describedBy={describedBy} choice={choice} />
      <button type="button" aria-describedby={describedBy} onClick={onEdit}>
        <Icon icon={Pencil} />
        <ActionName>{translations(partTexts).edit}</ActionName>
      </button>
      <FetchAgain deck={deck} describedBy={describedBy} label={translations(partTexts).fetchAgain} icon={RefreshCw} />
      <DeleteButton describedBy={describedBy} isBusy={remove.isBusy} onDelete={remove.run} />
    </>
  );
}

/** The button that has a deck fetched again, of a failed one also as `Try again`; it does nothing while it is fetched. */
export function FetchAgain({
  deck: { item: stock, waiting },
  describedBy,
  label,
  icon,
}: {
  readonly deck: SyncedStock;
  readonly describedBy: string;
  readonly label: string;
  readonly icon: IconNode;
}) {
  const t = translations(slidesTexts);
  const { library } = useSignedIn();
  const fetchAgain = useMutation(async () => {
    await library.queue.enqueue({ refresh: "stock", id: stock.id });
    notify(isOffline.value ? t.savedOffline : t.fetchedAgain);
  });
  // There may be a `Try again` only while the deck has failed.
  const button = usePassedFocus<HTMLButtonElement>();
  const isFetching = stock.status === "pending" || waiting.some(({ intent }) => "refresh" in intent);
  return (
    <button
      ref={button}
      type="button"
      aria-describedby={describedBy}
      // Not `disabled`: the focus would be lost when the fetch begins.
      aria-disabled={isFetching}
      onClick={isFetching ? undefined : fetchAgain.run}
    >
      <Icon icon={icon} />
      <ActionName>{label}</ActionName>
    </button>
  );
}
