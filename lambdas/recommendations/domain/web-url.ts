import { MAX_ADDRESS } from "../../shared/html/page-address.ts";

/**
 * An address of the web as the URL parser prints it, with its query and fragment: sites may need them.
 * Null for a text that is none, for another scheme than http and https, and for one too long to keep (the limit is that
 * of Ghost's column, too).
 */
export function webUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  return url.href.length <= MAX_ADDRESS ? url.href : null;
}

/** An address as {@link webUrl} gives it, to be shown to everybody: null, too, for one with a user name or password. */
export function publicWebUrl(text: string): string | null {
  const url = URL.parse(text);
  return url === null || url.username !== "" || url.password !== "" ? null : webUrl(text);
}
