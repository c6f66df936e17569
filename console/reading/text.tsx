import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Bookmark, BookmarkContent } from "../../client/index.ts";
import { hasEarlierText } from "../../client/index.ts";
import { bookmarkTexts } from "../bookmarks/bookmark-texts.ts";
import { readingMinutes } from "../bookmarks/reading-time.ts";
import { day } from "../language/format.ts";
import { translations } from "../language/language.ts";
import type { OpenedText } from "../library/kept-texts.ts";
import { hostOf } from "../parts/host-of.ts";
import { SafeLink } from "../parts/safe-link.tsx";
import { When } from "../parts/when.tsx";
import { Contents } from "./contents.tsx";
import { readingTexts } from "./reading-texts.ts";
import { shownText } from "./shown-text.ts";
import { usePlace } from "./use-place.ts";

/** A kept text with what is known of it. */
export function Text({
  item,
  content,
  opened,
}: {
  readonly item: Bookmark;
  readonly content: BookmarkContent;
  readonly opened: OpenedText;
}) {
  const t = translations(readingTexts);
  const text = useRef<HTMLDivElement>(null);
  const { html, dir, words, byline, truncated } = content;
  const language = content.language ?? "";
  const minutes = readingMinutes(words);
  // The elements stay when the console's language changes: a person's place refers to them.
  const { elements, headings } = useMemo(() => shownText(html, t), [html]);
  useLayoutEffect(() => text.current?.replaceChildren(elements), [elements]);
  usePlace(text, item, content, opened.place);
  return (
    <>
      <p class="byline">
        <span>{hostOf(item.url)}</span>
        {byline && <span lang={language}>{byline}</span>}
        <span>{translations(bookmarkTexts).minutes(minutes)}</span>
        <When at={content.read_at} isDay words={content.read_from === "browser" ? t.sentOn : t.keptSince} />
        {opened.isHere && <span class="is-here">{t.isHere}</span>}
      </p>
      {hasEarlierText(item) && <p class="text-note">{t.earlier(day(item.requested_at))}</p>}
      {item.gone_at != null && (
        <p class="text-note">
          {t.gone(day(item.gone_at))} <SafeLink url={`https://web.archive.org/web/${item.url}`}>{t.archive}</SafeLink>
        </p>
      )}
      <p class="printed-address">{item.url}</p>
      <Contents headings={headings} minutes={minutes} language={language} />
      <div ref={text} class="text" lang={language} dir={dir} />
      {truncated && <p class="text-note">{t.truncated}</p>}
    </>
  );
}
