import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Bookmark, BookmarkContent } from "../../client/index.ts";
import { useSignedIn } from "../library/signed-in.ts";
import type { KeptPlace } from "../library/text-storage.ts";
import type { ShownPlace } from "./place.ts";
import { blocksOf, placeAt, progressAt, topOf } from "./place.ts";
import { PlaceSender } from "./place-sender.ts";

/** Milliseconds without scrolling after which the place is kept. */
const REST_MS = 300;
/** Milliseconds after which a text that is wholly in the window is read. */
const GLANCE_MS = 3_000;

/**
 * Goes to the line at which a person has left a text, on this device or another one, keeps where the person is now, on this
 * device at once and for the others by the minute, and shows how much of the text is read. To be called after the text is on
 * the page.
 *
 * @param left where the person has left it on this device; null if never
 */
export function usePlace(
  element: RefObject<HTMLElement | null>,
  item: Bookmark,
  { id, read_at: readAt }: BookmarkContent,
  left: KeptPlace | null,
): void {
  const { library } = useSignedIn();
  // Loaded: it has opened the text.
  // A place that comes from another device while the text is open moves nothing; the next one of this device is later.
  const latest = useRef(item.place);
  latest.current = item.place;
  useLayoutEffect(() => {
    const text = element.current;
    if (text === null) return;
    const blocks = blocksOf(text);
    const tools = document.querySelector(".reading-tools");
    const bar = document.querySelector<HTMLElement>(".reading-progress");
    const line = () => (tools?.clientHeight ?? 0) + 1;
    const { place: ofOthers } = item;
    const begun = left !== null && (ofOthers === null || left.at >= ofOthers.at) ? left : ofOthers;
    if (begun !== null && blocks.length > 0 && (begun.block > 0 || begun.offset > 0)) {
      scrollTo({ top: scrollY + topOf(text, blocks, begun, line()) - line(), behavior: "instant" });
    }
    const showProgress = () => bar?.style.setProperty("scale", `${progressAt(text, line())} 1`);
    const sender = new PlaceSender((body) => {
      // Without space for it on this device, it is given up: the next one says as much.
      library.queue.enqueue({ place: "bookmark", id, body }).catch((error: unknown) => console.error(error));
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let known = placeAt(text, blocks, line());
    // The block of a place of another device is known from now on, should the page be read again.
    if (begun !== null && begun !== left && known !== null)
      library.background.peek()?.texts.setPlace(id, { ...known, at: begun.at });
    let moved: ShownPlace | null = null;
    const keep = () => {
      if (moved === null) return;
      const { beginning, ...place } = { ...moved, at: timeAfter(latest.current?.at) };
      library.background.peek()?.texts.setPlace(id, { ...place, beginning });
      sender.take(place);
      moved = null;
    };
    const onScroll = () => {
      showProgress();
      // At once: when the screen is left, another one may be on the page already.
      const now = placeAt(text, blocks, line());
      if (now === null) return;
      if (!isSame(now, known)) {
        known = now;
        moved = now;
      }
      if (moved === null) return;
      clearTimeout(timer);
      timer = setTimeout(keep, REST_MS);
    };
    const leave = () => {
      keep();
      sender.sendNow();
    };
    const onVisibility = () => {
      if (document.visibilityState === "hidden") leave();
    };
    // What needs no scrolling is read to its end, too.
    const glance = setTimeout(() => {
      if (known?.progress !== 1 || begun?.progress === 1 || document.visibilityState === "hidden") return;
      moved = known;
      keep();
    }, GLANCE_MS);
    showProgress();
    addEventListener("scroll", onScroll);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      removeEventListener("scroll", onScroll);
      document.removeEventListener("visibilitychange", onVisibility);
      clearTimeout(timer);
      clearTimeout(glance);
      leave();
    };
  }, [element, library, id, readAt]);
}

/** Whether nobody has moved: pictures that are loaded move a text, too, but not what is at the line. */
function isSame(one: ShownPlace, other: ShownPlace | null): boolean {
  const atEnd = ({ progress }: ShownPlace) => progress === 1;
  return one.block === other?.block && one.offset === other.offset && atEnd(one) === atEnd(other);
}

/** The present time, or if this device's clock is slow, one after that of the place from which the person goes on. */
function timeAfter(place = ""): string {
  const now = new Date();
  return now.toISOString() > place ? now.toISOString() : new Date(Date.parse(place) + 1).toISOString();
}
