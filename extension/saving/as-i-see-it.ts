import { isWithinSite } from "../../lambdas/shared/within-site.ts";

const KEY = "as_i_see_it";

/** The hosts whose pages are always saved as the person sees them. */
export async function readHosts(): Promise<readonly string[]> {
  const stored = await chrome.storage.local.get(KEY);
  return (stored[KEY] as readonly string[] | undefined) ?? [];
}

/** Keeps these hosts, instead of earlier ones. */
export async function keepHosts(hosts: readonly string[]): Promise<void> {
  await chrome.storage.local.set({ [KEY]: hosts });
}

/** The hosts that a person has written, one on a line or with spaces between; an address stands for its host. */
export function hostsIn(text: string): readonly string[] {
  const hosts = text.split(/[\s,]+/).flatMap((each) => {
    const url = URL.parse(/^https?:\/\//i.test(each) ? each : `https://${each}`);
    return each === "" || url === null ? [] : [url.hostname.replace(/^www\./, "")];
  });
  return [...new Set(hosts)];
}

/** Whether a page is of one of these hosts, or of a host below it. */
export async function isAlwaysAsSeen(address: string): Promise<boolean> {
  const hosts = await readHosts();
  const host = URL.parse(address)?.hostname ?? "";
  return hosts.some((each) => isWithinSite(host, each));
}
