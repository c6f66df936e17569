/** Longest address that is kept, in UTF-16 code units of its printed form (Ghost's column). */
const MAX_LENGTH = 2_000;

/**
 * An address of the web as the URL parser prints it, with its query and fragment: sites may need them.
 * Null for a text that is none, for another scheme than http and https, and for one too long to keep.
 */
export function webUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  return url.href.length <= MAX_LENGTH ? url.href : null;
}
