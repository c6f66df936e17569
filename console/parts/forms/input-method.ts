/** The fields of a keyboard event that show whether an input method composes. An input event has no `keyCode`. */
type Typed = Pick<KeyboardEvent, "isComposing"> & Partial<Pick<KeyboardEvent, "keyCode">>;

/**
 * Whether an event belongs to an input method that composes a word: its Enter, Escape, arrows and text do nothing else. Safari
 * ends the composition before the key that confirms it, whose `isComposing` is false
 * (https://bugs.webkit.org/show_bug.cgi?id=165004); `keyCode` 229 marks a key that an input method takes
 * (https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode).
 */
export function isComposing(event: Typed): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** For `keydown` of what Escape closes: the Escape that gives up a composition leaves it open. */
export function keepOpen(event: KeyboardEvent): void {
  if (event.key === "Escape" && isComposing(event)) event.preventDefault();
}
