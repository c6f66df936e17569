/** The site of an address: its host, in lower case and ASCII; empty for an address without one. */
export function siteOf(url: string | null): string {
  return url !== null && URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : "";
}

/** Reads the name of a site; null for a text that is not one, such as an address. */
export function readSite(name: string): string | null {
  if (!/^[^\s/?#@\\:]+$/.test(name)) return null;
  const site = siteOf(`https://${name.replace(/^\.+/, "")}`);
  return site === "" ? null : site;
}
