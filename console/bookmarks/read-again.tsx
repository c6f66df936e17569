import { RefreshCw } from "lucide";
import type { Bookmark } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { ActionName } from "../parts/item-actions.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { useReadAgain } from "./use-read-again.ts";

/** The button that has a page read again; it does nothing while the page is being read. */
export function ReadAgain({ item, describedBy }: { readonly item: Bookmark; readonly describedBy: string }) {
  const again = useReadAgain(item.id);
  const isOver = item.status === "done" || item.status === "failed";
  return (
    <button
      type="button"
      aria-describedby={describedBy}
      aria-disabled={!isOver || again.isBusy}
      onClick={() => {
        if (isOver) again.run();
      }}
    >
      <Icon icon={RefreshCw} />
      <ActionName>{translations(partTexts).fetchAgain}</ActionName>
    </button>
  );
}
