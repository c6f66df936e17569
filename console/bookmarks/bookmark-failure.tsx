import type { Bookmark } from "../../client/index.ts";
import { failureReason } from "../parts/page-failures.ts";
import { RetryButton } from "../parts/queue/refresh-button.tsx";

/** Why the page of a bookmark could not be read, and the button to try it again; nothing unless it has failed. */
export function BookmarkFailure({ item, describedBy }: { readonly item: Bookmark; readonly describedBy: string }) {
  if (item.status !== "failed") return null;
  return (
    <div class="wrapping">
      <p class="failure">{failureReason(item)}</p>
      <RetryButton type="bookmark" item={item} describedBy={describedBy} />
    </div>
  );
}
