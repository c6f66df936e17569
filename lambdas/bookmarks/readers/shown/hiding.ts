import { INLINE } from "../../../shared/html/markup-text.ts";
import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";

export type StartToken = MarkupToken & { readonly kind: "start" };

// The class names that common style libraries give to text for screen readers only: it repeats visible text.
const FOR_SCREEN_READERS =
  /(?:^|\s)(?:a11y-hidden|is-sr-only|screen-reader-(?:shortcut|text)|sr-only|visually-hidden)(?:\s|$)/;
// Bootstrap's class for an element that is not shown, unless another class shows it on larger screens.
const NOT_SHOWN = /(?:^|\s)d-none(?:\s|$)/;
const SHOWN_LARGE = /(?:^|\s)d-\w+-(?!none)/;
const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:collapse|hidden))/i;
/** The longest attribute that is examined: a pattern is tried at each position of it. */
const MAX_EXAMINED = 300;

/** The beginning of an attribute; "" without it. */
export const examined = ({ attributes }: StartToken, name: string): string =>
  attributes.get(name)?.slice(0, MAX_EXAMINED) ?? "";

/** The class and id of an element, which may tell its purpose. */
export const namesOf = (token: StartToken): string => `${examined(token, "class")} ${examined(token, "id")}`;

export const isForScreenReaders = (token: StartToken): boolean => FOR_SCREEN_READERS.test(examined(token, "class"));

/** Whether the page hides an element from view. */
export function isHidden(token: StartToken): boolean {
  const named = examined(token, "class");
  if (token.attributes.has("hidden") || HIDING_STYLE.test(examined(token, "style"))) return true;
  return FOR_SCREEN_READERS.test(named) || (NOT_SHOWN.test(named) && !SHOWN_LARGE.test(named));
}

/** Whether a block is declared as not to be read aloud: it repeats other text, or a dialog covers it. */
export const isSilent = (token: StartToken): boolean =>
  !INLINE.has(token.name) && token.name !== "a" && examined(token, "aria-hidden").toLowerCase() === "true";

const HIDING = ["aria-hidden", "hidden", "style"];

/** An element without the attributes that hide it. */
export function shown(token: StartToken): StartToken {
  const attributes = new Map([...token.attributes].filter(([name]) => !HIDING.includes(name)));
  const named = attributes.get("class");
  if (named !== undefined) attributes.set("class", named.replaceAll("d-none", ""));
  return { ...token, attributes };
}
