import type { Bookmark } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { failureReason } from "../parts/page-failures.ts";
import { bookmarkTexts } from "./bookmark-texts.ts";
import { useReadAgain } from "./use-read-again.ts";

/** Why the page of a bookmark could not be read, and the button to try it again; nothing unless it has failed. */
export function BookmarkFailure({ item, describedBy }: { readonly item: Bookmark; readonly describedBy: string }) {
  const t = translations(bookmarkTexts);
  const again = useReadAgain(item.id);
  if (item.status !== "failed") return null;
  return (
    <div class="failed">
      <p class="failure">{failureReason(item)}</p>
      {item.can_retry && (
        <button type="button" aria-describedby={describedBy} aria-disabled={again.isBusy} onClick={again.run}>
          {t.tryAgain}
        </button>
      )}
    </div>
  );
}
