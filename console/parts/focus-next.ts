/**
 * Moves the focus from an item of a list that is about to disappear to the next item, else to the one before, else to the
 * heading of the screen: otherwise a person at the keyboard would begin again at the top of the page.
 */
export function focusNext(item: Element | null): void {
  const items = [...document.querySelectorAll("main article")];
  const at = item === null ? -1 : items.indexOf(item);
  const neighbour = at === -1 ? undefined : (items[at + 1] ?? items[at - 1]);
  const target =
    neighbour?.querySelector<HTMLElement>("h2 a, h3 a") ??
    neighbour?.querySelector<HTMLElement>("h2, h3") ??
    document.querySelector<HTMLElement>("main h1");
  if (target === null) return;
  // A heading takes the focus only with a tabindex.
  if (!target.matches("a")) target.tabIndex = -1;
  target.focus();
}
