import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { BookmarkContent } from "../../client/index.ts";
import { useSignedIn } from "../library/signed-in.ts";
import type { Place } from "../library/text-storage.ts";
import { blockAt, blocksOf, placeAt } from "./place.ts";

/** Milliseconds without scrolling after which the place is kept. */
const REST_MS = 300;

/**
 * Goes to the paragraph at which a person has left a text, keeps the one at which the person is now, and shows how much of
 * the text is read. To be called after the text is on the page.
 *
 * @param place where the person has left it; null at the beginning
 */
export function usePlace(
  element: RefObject<HTMLElement | null>,
  { id, read_at: readAt }: BookmarkContent,
  place: Place | null,
): void {
  const { library } = useSignedIn();
  useLayoutEffect(() => {
    const text = element.current;
    if (text === null) return;
    const blocks = blocksOf(text);
    const tools = document.querySelector(".reading-tools");
    const bar = document.querySelector<HTMLElement>(".reading-progress");
    const line = () => (tools?.clientHeight ?? 0) + 1;
    const left = place !== null && place.block > 0 ? blockAt(blocks, place) : null;
    if (left !== null) {
      scrollTo({ top: scrollY + left.getBoundingClientRect().top - line(), behavior: "instant" });
    }
    const showProgress = () => {
      const { top, height } = text.getBoundingClientRect();
      const read = (innerHeight - top) / height;
      bar?.style.setProperty("scale", `${Math.min(1, Math.max(0, read))} 1`);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let now: Place | null = null;
    const keep = () => {
      if (now !== null) library.texts.setPlace(id, now);
      now = null;
    };
    const onScroll = () => {
      showProgress();
      // At once: when the screen is left, another one may be on the page already.
      now = placeAt(blocks, line());
      clearTimeout(timer);
      timer = setTimeout(keep, REST_MS);
    };
    showProgress();
    addEventListener("scroll", onScroll);
    return () => {
      removeEventListener("scroll", onScroll);
      keep();
    };
  }, [element, library, id, readAt]);
}
