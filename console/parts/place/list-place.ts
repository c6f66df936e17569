import { keepItem } from "../../device/keep-item.ts";
import { headingOf } from "../focus/focus-next.ts";

export interface ListPlace {
  /** The list's screen with its query. */
  readonly address: string;
  /** The number of shown items. */
  readonly shown: number;
  /** The first item that is seen, and how many pixels it is below the top of the window; null of an empty list. */
  readonly top: { readonly item: string; readonly pixels: number } | null;
  readonly focused: string | null;
  /** Null: nothing is being selected. */
  readonly selected: readonly string[] | null;
}

/** Of the tab: they survive a reload, and end with the session. */
const PREFIX = "magpie-place ";
/** Whose they are. */
const OWNER = "magpie-places-of";

/**
 * The place in a list where the person was last; null when it has none.
 *
 * @param list the path of its screen
 */
export function storedPlace(list: string): ListPlace | null {
  const text = sessionStorage.getItem(PREFIX + list);
  return text === null ? null : (JSON.parse(text) as ListPlace);
}

export function storePlace(list: string, place: ListPlace): void {
  keepItem(sessionStorage, PREFIX + list, JSON.stringify(place));
}

/**
 * Moves the place in a list to an item that was reached without it, e.g. in a viewer with links to the next one. Nothing
 * when the place is in the list with another query.
 *
 * @param shown the items that have to be shown for it to be seen
 */
export function moveInPlace(
  list: string,
  address: string,
  { item, shown }: { readonly item: string; readonly shown: number },
): void {
  const place = storedPlace(list);
  if (place?.address !== address || place.focused === item) return;
  // A browser may give a link that is pressed no focus: then it is where the list was left.
  const top = place.focused === null ? place.top : { item, pixels: innerHeight / 3 };
  storePlace(list, { ...place, top, focused: item, shown: Math.max(place.shown, shown) });
}

/** The address of a list as the person has left it. */
export function addressOfList(list: string): string {
  return storedPlace(list)?.address ?? list;
}

/** Forgets other people's places: of a person who has signed out, or who was signed in when a reopened tab was closed. */
export function keepPlacesOf(personId: string | null): void {
  if (personId !== null && sessionStorage.getItem(OWNER) === personId) return;
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  if (personId === null) sessionStorage.removeItem(OWNER);
  else keepItem(sessionStorage, OWNER, personId);
}

/** The items of a list, and those of a table. */
const ITEMS = "article, [data-item]";

function nameOf(article: Element): string {
  const heading = headingOf(article);
  return heading?.getAttribute("href") ?? heading?.textContent ?? "";
}

/** The first visible item, and the one that has the focus. */
export function readPlace(list: Element): Pick<ListPlace, "top" | "focused"> {
  const articles = [...list.querySelectorAll(ITEMS)];
  const top = articles.find((article) => article.getBoundingClientRect().bottom > 0);
  const focused = articles.find((article) => article.contains(document.activeElement));
  return {
    top: top === undefined ? null : { item: nameOf(top), pixels: top.getBoundingClientRect().top },
    focused: focused === undefined ? null : nameOf(focused),
  };
}

/** Scrolls to a place, and gives its item the focus. @returns whether all of it is there */
export function goToPlace(list: Element, { top, focused }: Pick<ListPlace, "top" | "focused">): boolean {
  const articles = [...list.querySelectorAll(ITEMS)];
  const first = articles.find((article) => nameOf(article) === top?.item);
  if (first === undefined || top === null) return false;
  const distance = () => first.getBoundingClientRect().top - top.pixels;
  scrollBy({ top: distance(), behavior: "instant" });
  const item = articles.find((article) => nameOf(article) === focused);
  if (item !== undefined) headingOf(item)?.focus({ preventScroll: true });
  // The list ends above the place while its last items are not rendered.
  return (focused === null || item !== undefined) && Math.abs(distance()) < 1;
}
