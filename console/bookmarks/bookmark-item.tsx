import { useId } from "preact/hooks";
import { translations } from "../language/language.ts";
import { focusAfter } from "../parts/focus/focus-next.ts";
import { hostOf } from "../parts/host-of.ts";
import { failureReason } from "../parts/page-failures.ts";
import { OwnPicture } from "../parts/pictures/own-picture.tsx";
import { SiteIcon } from "../parts/pictures/site-icon.tsx";
import { readableAddress } from "../parts/readable-address.ts";
import { SafeLink } from "../parts/safe-link.tsx";
import { TagLinks } from "../parts/tags/tag-links.tsx";
import { When } from "../parts/when.tsx";
import { ItemArticle } from "../saved-items/item-article.tsx";
import { ItemStatus } from "../saved-items/item-status.tsx";
import type { ItemProps } from "../saved-items/list-kind.ts";
import { readingAddress, tagAddress } from "./bookmark-query.ts";
import { bookmarkTexts } from "./bookmark-texts.ts";
import { DuplicateNote } from "./merging/duplicate-note.tsx";
import { readingMinutes } from "./reading-time.ts";

/** A bookmark of the list. */
export function BookmarkItem(props: ItemProps<"bookmark">) {
  const t = translations(bookmarkTexts);
  const { row, query, today, isCard } = props;
  const heading = useId();
  const { item, url, note, tags } = row;
  const language = item?.language ?? "";
  return (
    <ItemArticle
      {...props}
      heading={heading}
      address={(id) => readingAddress(id, query)}
      language={language}
      before={<SiteIcon page={url} url={item?.icon_url ?? null} />}
      facts={
        <>
          {item !== null && <ItemStatus status={item.status} text={t.statuses[item.status]} />}
          {item?.status === "failed" && <span class="failure">{failureReason(item)}</span>}
          {/* Before the others: a phone shows those that fit into one line. */}
          {item?.gone_at != null && (
            <When at={item.gone_at} now={today} isDay words={(told) => t.gone(told, item.read_at !== null)} />
          )}
          <SafeLink url={url} describedBy={heading}>
            {hostOf(url)}
          </SafeLink>
          <When at={row.savedAt} now={today} isDay />
          {item?.words != null && <span>{t.minutes(readingMinutes(item.words))}</span>}
          <TagLinks tags={tags} addressOf={tagAddress} />
        </>
      }
      page={item}
      searched={[item?.summary, note, tags.join(" · "), item?.author, item?.site_name, readableAddress(url)]}
      after={<OwnPicture url={item?.thumbnail_url ?? null} width={84} height={48} />}
    >
      {isCard && item?.summary && (
        <p class="excerpt" lang={language}>
          {item.summary}
        </p>
      )}
      {isCard && note !== "" && (
        <p class="excerpt note" lang="">
          {note}
        </p>
      )}
      <DuplicateNote row={row} describedBy={heading} onMerged={() => focusAfter(heading)} />
    </ItemArticle>
  );
}
