import type { SyncedItem } from "../../client/index.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { partTexts } from "./part-texts.ts";
import { fetchWithUndo } from "./queue/fetch-with-undo.ts";
import { RunButton } from "./run-button.tsx";

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
  if (ids.length === 0) return null;
  return (
    <div class="actions">
      <a href={address}>{t.failed(count(ids.length))}</a>
      <RunButton class="quiet-button" act={() => fetchWithUndo(library, type, ids)}>
        {t.tryAllAgain}
      </RunButton>
    </div>
  );
}
