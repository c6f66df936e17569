import { useState } from "preact/hooks";
import type { SyncedStock } from "../../client/index.ts";
import { isOffline } from "../device/offline.ts";
import { translations } from "../language/language.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { deleteWithUndo } from "../parts/queue/delete-with-undo.ts";
import { useSignedIn } from "../shell/signed-in.ts";
import { notify } from "../status/status.tsx";
import { deckName } from "./deck-words.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { slidesTexts } from "./slides-texts.ts";

/** The buttons `Edit`, `Fetch again` and `Delete` of a deck; of a failed one also `Try again`, which does the same. */
export function DeckActions({
  deck: { item: stock, waiting },
  describedBy,
  onDelete,
}: {
  readonly deck: SyncedStock;
  /** Id of the deck's heading. */
  readonly describedBy: string;
  /** Called before the deck goes: move the focus. */
  readonly onDelete: (button: Element | null) => void;
}) {
  const t = translations(slidesTexts);
  const { library } = useSignedIn();
  const [isEditing, setEditing] = useState(false);
  const fetchAgain = useMutation(async () => {
    await library.queue.enqueue({ refresh: "stock", id: stock.id });
    notify(isOffline.value ? t.savedOffline : t.fetchedAgain);
  });
  const remove = useMutation(async () => {
    onDelete(document.activeElement);
    await deleteWithUndo(library, [{ type: "stock", id: stock.id }], deckName(stock));
  });
  const isFetching = stock.status === "pending" || waiting.some(({ intent }) => "refresh" in intent);
  const again = (label: string) => (
    <button
      type="button"
      aria-describedby={describedBy}
      // Not `disabled`: the focus would be lost when the fetch begins.
      aria-disabled={isFetching}
      onClick={isFetching ? undefined : fetchAgain.run}
    >
      {label}
    </button>
  );
  return (
    <>
      {stock.status === "failed" && again(t.tryAgain)}
      <button type="button" aria-describedby={describedBy} onClick={() => setEditing(true)}>
        {t.edit}
      </button>
      {again(t.fetchAgain)}
      <button type="button" class="danger" aria-describedby={describedBy} onClick={remove.run}>
        {t.delete}
      </button>
      {isEditing && <EditDialog stock={stock} onClose={() => setEditing(false)} />}
    </>
  );
}
