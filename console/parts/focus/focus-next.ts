/**
 * Moves the focus from an item of a list that is about to disappear to the next item, else to the one before, else to the
 * heading of the screen: otherwise a person at the keyboard would begin again at the top of the page.
 */
export function focusNext(item: Element | null): void {
  const items = [...document.querySelectorAll("main article")];
  const at = item === null ? -1 : items.indexOf(item);
  const neighbour = at === -1 ? undefined : (items[at + 1] ?? items[at - 1]);
  focusHeading((neighbour && headingOf(neighbour)) ?? document.querySelector<HTMLElement>("main h1"));
}

/** Moves the focus from an item of a list as above. @param heading id of the item's heading */
export function focusAfter(heading: string): void {
  focusNext(document.getElementById(heading)?.closest("article") ?? null);
}

/** Moves the focus from an element that is about to disappear to the heading before it, of its item, its section or its screen. */
export function focusBefore(element: Element): void {
  const isBefore = (other: Element) => other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
  const heading = [...document.querySelectorAll<HTMLElement>("main :is(h1, h2, h3)")].findLast(isBefore);
  focusHeading(heading?.querySelector("a") ?? heading ?? null);
}

/** The heading of an item of a list or a row of a table: its link if it has one. */
export function headingOf(item: Element): HTMLElement | null {
  return item.querySelector<HTMLElement>("h2 a, h3 a, th a") ?? item.querySelector<HTMLElement>("h2, h3, th");
}

export function focusHeading(heading: HTMLElement | null): void {
  if (heading === null) return;
  // A heading takes the focus only with a tabindex.
  if (!heading.matches("a")) heading.tabIndex = -1;
  heading.focus();
}
