import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import { fetchDocument, sourcedPage } from "./fetch-document.ts";
import type { PageSource } from "./page-source.ts";

/** Pages as the site sends them, no script run. Live search pages hold no listings in this form. */
export function httpPageSource(fetch: OutboundFetch): PageSource {
  return async (url, timeoutMs) => sourcedPage(await fetchDocument(url, fetch, { timeoutMs }));
}
