import type { SyncedItem } from "../../client/index.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { focusNext } from "./focus/focus-next.ts";
import { partTexts } from "./part-texts.ts";
import { useMutation } from "./queries/use-mutation.ts";
import { fetchWithUndo } from "./queue/fetch-with-undo.ts";

/** How many items of a list could not be read: one press shows them, and one tries all of them again. */
export function FailedItems({
  type,
  items,
  address,
}: {
  readonly type: "bookmark" | "stock";
  /** Of the list. */
  readonly items: readonly SyncedItem[];
  /** Of the list of those that have failed. */
  readonly address: string;
}) {
  const t = translations(partTexts);
  const { library } = useSignedIn();
  const ids = items.flatMap(({ item }) => (item?.status === "failed" ? [item.id] : []));
  const again = useMutation(async () => {
    focusNext(null);
    await fetchWithUndo(library, type, ids);
  });
  if (ids.length === 0) return null;
  return (
    <div class="actions">
      <a href={address}>{t.failed(count(ids.length))}</a>
      <button type="button" class="quiet-button" aria-disabled={again.isBusy} onClick={again.run}>
        {t.tryAllAgain}
      </button>
    </div>
  );
}
