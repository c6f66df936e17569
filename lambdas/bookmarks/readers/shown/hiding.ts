import { INLINE } from "../../../shared/html/markup-text.ts";
import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";

export type StartToken = MarkupToken & { readonly kind: "start" };

// The names that the common libraries of styles give to what only screen readers say: it repeats what is seen.
const FOR_SCREEN_READERS =
  /(?:^|\s)(?:a11y-hidden|is-sr-only|screen-reader-(?:shortcut|text)|sr-only|visually-hidden)(?:\s|$)/;
// Bootstrap's word for an element that is not shown, unless another one shows it on larger screens.
const NOT_SHOWN = /(?:^|\s)d-none(?:\s|$)/;
const SHOWN_LARGE = /(?:^|\s)d-\w+-(?!none)/;
const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:collapse|hidden))/i;
/** The longest attribute that is examined: a pattern tries each place of it. */
const MAX_EXAMINED = 300;

/** The beginning of an attribute; "" without it. */
export const examined = ({ attributes }: StartToken, name: string): string =>
  attributes.get(name)?.slice(0, MAX_EXAMINED) ?? "";

/** The names by which an element tells what it is. */
export const namesOf = (token: StartToken): string => `${examined(token, "class")} ${examined(token, "id")}`;

export const isForScreenReaders = (token: StartToken): boolean => FOR_SCREEN_READERS.test(examined(token, "class"));

/** Whether the page hides an element from eyes. */
export function isHidden(token: StartToken): boolean {
  const named = examined(token, "class");
  if (token.attributes.has("hidden") || HIDING_STYLE.test(examined(token, "style"))) return true;
  return FOR_SCREEN_READERS.test(named) || (NOT_SHOWN.test(named) && !SHOWN_LARGE.test(named));
}

/** Whether a block is said not to be read aloud: it repeats what is read, or a dialog is over it. */
export const isSilent = (token: StartToken): boolean =>
  !INLINE.has(token.name) && token.name !== "a" && examined(token, "aria-hidden").toLowerCase() === "true";

const HIDING = ["aria-hidden", "hidden", "style"];

/** An element without what hides it. */
export function shown(token: StartToken): StartToken {
  const attributes = new Map([...token.attributes].filter(([name]) => !HIDING.includes(name)));
  const named = attributes.get("class");
  if (named !== undefined) attributes.set("class", named.replaceAll("d-none", ""));
  return { ...token, attributes };
}
