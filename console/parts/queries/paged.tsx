import { Inbox } from "lucide";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { focusHeading, headingOf } from "../focus/focus-next.ts";
import { Icon } from "../icon.tsx";
import { partTexts } from "../part-texts.ts";
import { useKeptPlace } from "../place/use-place.ts";
import { EmptyState } from "../states/empty-state.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import { FailedState } from "./failed-state.tsx";
import { Failure } from "./failure.tsx";
import { shownWords } from "./shown-words.ts";
import type { PagedQuery } from "./use-paged-query.ts";

/**
 * Shows the pages of a list: its items, how many there are, what is waited for or has failed, and a button `Show more`.
 * After that the focus is on the first item that came, so that the keyboard goes on there.
 */
export function Paged<T>({
  pages,
  counted,
  empty,
  andMore,
  more,
  tools = null,
  skeleton = <Skeleton view="articles" />,
  children,
}: {
  readonly pages: PagedQuery<T>;
  /** Words for all of the items, such as `42 books`. */
  readonly counted: (number: number) => string;
  /** Shown instead of an empty list: a sentence, or an `EmptyState`. */
  readonly empty: ComponentChildren;
  /** Says of how many items are shown that they are not all; default: `24 books, more below`. */
  readonly andMore?: ((shown: string) => string) | undefined;
  /** Default: `Show more`. */
  readonly more?: string;
  /** Beside the amount: what changes the list. */
  readonly tools?: ComponentChildren;
  /** Stands for the list until it is there. */
  readonly skeleton?: ComponentChildren;
  /** Renders a list, whose entries contain one article each, or a table, whose rows have `data-item`. */
  readonly children: (items: readonly T[]) => ComponentChildren;
}) {
  const t = translations(partTexts);
  const list = useRef<HTMLDivElement>(null);
  const shownBefore = useRef<number | null>(null);
  const { question, begun, items, total, hasMore, isLoading, error } = pages;
  const shown = items?.length ?? 0;
  useKeptPlace(question, list, begun, { address: question, shown, selected: null, isRendered: !isLoading });
  useLayoutEffect(() => {
    const first = shownBefore.current;
    if (first === null || isLoading) return;
    shownBefore.current = null;
    const article = list.current?.querySelectorAll("article, [data-item]")[first];
    focusHeading(article === undefined ? null : headingOf(article));
  }, [isLoading]);
  const words =
    items === null
      ? isLoading && error === null && t.loading
      : shown > 0 && shownWords(shown, total, hasMore, counted, andMore);
  const failed = { error, isLoading, onRetry: pages.retry };
  return (
    <div aria-busy={isLoading} class={items === null && error === null ? "awaited" : undefined} ref={list}>
      <div class={words === false && tools === null ? undefined : "list-bar"}>
        <div class="grow">
          <p role="status" class="quiet">
            {words}
          </p>
        </div>
        {tools}
      </div>
      {items === null && error === null && skeleton}
      {items !== null &&
        (shown > 0 ? (
          children(items)
        ) : typeof empty === "string" ? (
          <EmptyState picture={<Icon icon={Inbox} />} text={empty} />
        ) : (
          empty
        ))}
      {error !== null && (items === null ? <FailedState {...failed} /> : <Failure {...failed} />)}
      {hasMore && error === null && (
        <p class="actions more">
          <button
            type="button"
            aria-disabled={isLoading}
            onClick={() => {
              shownBefore.current = shown;
              pages.more();
            }}
          >
            {more ?? t.more}
          </button>
          {isLoading && <span class="quiet">{t.loading}</span>}
        </p>
      )}
    </div>
  );
}
