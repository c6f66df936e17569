/**
 * The address of a link to another site; null when it must not become one. Addresses come from other people's pages, and
 * `javascript:` would run in this page.
 */
export function safeAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
