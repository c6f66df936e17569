/**
 * The address of a link to another site; null when it must not become one. Addresses come from other people's pages, and
 * `javascript:` would run in this page.
 */
export function safeAddress(url: string): string | null {
  const address = URL.parse(url);
  return address?.protocol === "https:" || address?.protocol === "http:" ? address.href : null;
}
