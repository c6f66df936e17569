/** The address of a page to save, or why a text is not one. */
export type PageAddress =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly why: "empty" | "invalid" | "not_web" };

const SCHEME = /^([a-z][a-z\d+.-]*):/i;
/** `example.com:8080` has a port, not a scheme. */
const HOST_WITH_PORT = /^[^\s/:]+:\d+(?:[/?#]|$)/;

/** Reads what a person has typed or pasted as the address of a page; without a scheme it gets `https://`. */
export function pageAddress(typed: string): PageAddress {
  const text = typed.trim();
  if (text === "") return { ok: false, why: "empty" };
  const scheme = HOST_WITH_PORT.test(text) ? undefined : SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "http" && scheme !== "https") return { ok: false, why: "not_web" };
  const url = URL.parse(scheme === undefined ? `https://${text.replace(/^\/\//, "")}` : text);
  if (url === null || /\s/.test(text) || !url.hostname.includes(".")) return { ok: false, why: "invalid" };
  return { ok: true, url: url.href };
}

/** Whether a text has the form of an address, rather than of a word with a dot, such as `node.js`. */
export function isWrittenAddress(typed: string): boolean {
  return /^www\.|[/:]/i.test(typed.trim()) && pageAddress(typed).ok;
}
