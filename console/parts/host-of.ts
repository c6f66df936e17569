/** The host of an address for people, e.g. `example.com`; the address itself if it has none. */
export function hostOf(address: string): string {
  const host = URL.parse(address)?.host ?? "";
  return host === "" ? address : host.replace(/^www\./, "");
}
