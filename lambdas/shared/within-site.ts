/** Whether a site is another one, or a subdomain of it. Both are names of hosts in lower case. */
export function isWithinSite(site: string, other: string): boolean {
  return site === other || site.endsWith(`.${other}`);
}
