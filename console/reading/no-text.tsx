import { FileX, Hourglass } from "lucide";
import { useId } from "preact/hooks";
import type { Bookmark } from "../../client/index.ts";
import { BookmarkFailure } from "../bookmarks/bookmark-failure.tsx";
import { translations } from "../language/language.ts";
import { hostOf } from "../parts/host-of.ts";
import { Icon } from "../parts/icon.tsx";
import { SafeLink } from "../parts/safe-link.tsx";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { readingTexts } from "./reading-texts.ts";

/** What is shown for a page without a kept text, why, and the way to the page. */
export function NoText({ item }: { readonly item: Bookmark }) {
  const t = translations(readingTexts);
  const id = useId();
  const isUnderWay = item.status !== "done" && item.status !== "failed";
  return (
    <div class="no-text">
      <EmptyState
        picture={<Icon icon={isUnderWay ? Hourglass : FileX} />}
        text={
          <p id={id} role="status">
            {isUnderWay ? t.underWay : t.none}
          </p>
        }
      >
        <BookmarkFailure item={item} describedBy={id} />
        <SafeLink url={item.url}>{t.openOriginal(hostOf(item.url))}</SafeLink>
      </EmptyState>
    </div>
  );
}
