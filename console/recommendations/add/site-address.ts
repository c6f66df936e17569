/**
 * The address of a site that a person has typed: without a scheme it is https. Null for what is no web address, and for
 * one with a user name.
 */
export function siteAddress(typed: string): string | null {
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  if (url.username !== "" || url.password !== "" || !/\.|^\[/.test(url.hostname)) return null;
  return url.href;
}
