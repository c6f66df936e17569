import { expect, it } from "vitest";
import { fetchDocument, httpPageSource } from "../../../lambdas/mercari/fetch/page-source.ts";
import type { OutboundRequest } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { robotsTxt, SEARCH } from "../fetch-world.ts";

/** A fetch that answers each request so. */
const fetching = (response = robotsTxt(200)) => {
  const sent: OutboundRequest[] = [];
  const fetch = async (request: OutboundRequest) => {
    sent.push(request);
    return response;
  };
  return { sent, fetch };
};

it("requests a page in Japanese, and follows redirects within the site only", async () => {
  const { sent, fetch } = fetching();
  await httpPageSource(fetch)(SEARCH, 3_000);
  expect(sent).toMatchObject([
    {
      url: SEARCH,
      headers: { accept: "text/html, application/xhtml+xml", "accept-language": "ja" },
      timeoutMs: 3_000,
      maxBytes: 3 * 1024 * 1024,
    },
  ]);
  const follows = (target: string) => sent[0]?.followRedirect?.(new URL(target), 302);
  expect(follows("https://jp.mercari.com/search?keyword=lens")).toBe(true);
  for (const target of ["https://login.jp.mercari.com/", "https://www.mercari.com/", "https://example.com/"]) {
    expect(follows(target)).toBe(false);
  }
});

it("waits ten seconds at most for a document, however long its caller would wait", async () => {
  const { sent, fetch } = fetching();
  await httpPageSource(fetch)(SEARCH, 510_000);
  await fetchDocument(SEARCH, fetch);
  expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000, 10_000]);
});

it("sends a caller's headers beside its own, or in their place", async () => {
  const { sent, fetch } = fetching();
  await fetchDocument(SEARCH, fetch, { headers: { "user-agent": "Mozilla/5.0", "accept-language": "ja-JP" } });
  const accept = "text/html, application/xhtml+xml";
  expect(sent[0]?.headers).toEqual({ accept, "accept-language": "ja-JP", "user-agent": "Mozilla/5.0" });
});

it("is the response as text, under the address that answered", async () => {
  const url = new URL("https://jp.mercari.com/search?keyword=lens");
  const headers = { "content-type": "text/html" };
  const { fetch } = fetching(robotsTxt(503, "<p>値段</p>", { url, headers, retryAfterSeconds: 60 }));
  expect(await httpPageSource(fetch)(SEARCH, 1_000)).toEqual({
    url: url.href,
    status: 503,
    headers,
    html: "<p>値段</p>",
    retryAfterSeconds: 60,
  });
});
