import { RotateCw } from "lucide";
import type { Bookmark } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { usePassedFocus } from "../parts/focus/use-passed-focus.ts";
import { Icon } from "../parts/icon.tsx";
import { ActionName } from "../parts/item-actions.tsx";
import { failureReason } from "../parts/page-failures.ts";
import { partTexts } from "../parts/part-texts.ts";
import { useReadAgain } from "./use-read-again.ts";

/** Why the page of a bookmark could not be read, and the button to try it again; nothing unless it has failed. */
export function BookmarkFailure({ item, describedBy }: { readonly item: Bookmark; readonly describedBy: string }) {
  if (item.status !== "failed") return null;
  return (
    <div class="wrapping">
      <p class="failure">{failureReason(item)}</p>
      {item.can_retry && <TryAgain item={item} describedBy={describedBy} />}
    </div>
  );
}

/** The button that has a failed page read once more: not where that can't help. */
export function TryAgain({ item, describedBy }: { readonly item: Bookmark; readonly describedBy: string }) {
  const again = useReadAgain(item.id);
  const button = usePassedFocus<HTMLButtonElement>();
  return (
    <button ref={button} type="button" aria-describedby={describedBy} aria-disabled={again.isBusy} onClick={again.run}>
      <Icon icon={RotateCw} />
      <ActionName>{translations(partTexts).tryAgain}</ActionName>
    </button>
  );
}
