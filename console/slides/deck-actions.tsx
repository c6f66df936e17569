import { Pencil } from "lucide";
import type { SyncedStock } from "../../client/index.ts";
import { isOffline } from "../device/offline.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { DeleteButton } from "../parts/delete-button.tsx";
import { Icon } from "../parts/icon.tsx";
import { ActionName } from "../parts/item-actions.tsx";
import { MarkButtons } from "../parts/marks/mark-buttons.tsx";
import type { MarkChoice } from "../parts/marks/marks.ts";
import { partTexts } from "../parts/part-texts.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { deleteWithUndo } from "../parts/queue/delete-with-undo.ts";
import type { Refreshed } from "../parts/queue/refresh-button.tsx";
import { RefreshButton } from "../parts/queue/refresh-button.tsx";
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
      <FetchAgain deck={deck} describedBy={describedBy} />
      <DeleteButton describedBy={describedBy} isBusy={remove.isBusy} onDelete={remove.run} />
    </>
  );
}

/** The button that has a deck fetched again. */
export function FetchAgain({ deck: { item: stock }, ...shown }: Refreshed & { readonly deck: SyncedStock }) {
  const t = translations(slidesTexts);
  const isUnderWay = stock.status === "pending";
  const told = () => (isOffline.value ? t.savedOffline : t.fetchedAgain);
  return <RefreshButton type="stock" id={stock.id} {...{ isUnderWay, told, ...shown }} />;
}
