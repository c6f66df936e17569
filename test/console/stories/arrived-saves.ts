import type { BrowserContext } from "playwright-core";

/** Notes the addresses of the pages whose saves are answered from now on, one for each answer. */
export function arrivedSaves(context: BrowserContext): readonly string[] {
  const arrived: string[] = [];
  context.on("response", (response) => {
    const request = response.request();
    if (request.method() !== "POST" || !request.url().endsWith("/v1/bookmarks")) return;
    arrived.push((request.postDataJSON() as { readonly url: string }).url);
  });
  return arrived;
}
