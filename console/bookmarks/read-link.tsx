import { BookOpenText } from "lucide";
import type { Bookmark } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { ActionName } from "../parts/item-actions.tsx";
import type { BookmarkQuery } from "./bookmark-query.ts";
import { readingAddress } from "./bookmark-query.ts";
import { bookmarkTexts } from "./bookmark-texts.ts";
import { readingMinutes } from "./reading-time.ts";

/** The link to the kept text of a page, with the time that it takes; nothing when none is kept. */
export function ReadLink({
  item,
  query,
  describedBy,
}: {
  readonly item: Bookmark;
  /** Of the list whose next text follows this one. */
  readonly query: BookmarkQuery;
  readonly describedBy: string;
}) {
  if (item.read_at === null || item.words === null) return null;
  const t = translations(bookmarkTexts);
  return (
    <a class="button" href={readingAddress(item.id, query)} aria-describedby={describedBy}>
      <Icon icon={BookOpenText} />
      <ActionName>{t.read(readingMinutes(item.words))}</ActionName>
    </a>
  );
}
