import { expect, it } from "vitest";
import { networkError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { PoliteHosts } from "../../../lambdas/shared/outbound/polite-hosts.ts";
import { fetchedPage } from "../../bookmarks/processing-world.ts";
import { socketError } from "../../emulators/socket-errors.ts";
import { testClock } from "../../emulators/test-clock.ts";

const PAGE = { method: "HEAD", maxBytes: 1 } as const;

/** Hosts whose requests and pauses are noted in their order. */
function hostsOf(answer: OutboundFetch = async ({ url }) => fetchedPage({ url: new URL(url) })) {
  const clock = testClock();
  const seen: string[] = [];
  const hosts = new PoliteHosts({
    clock,
    fetch: (request) => {
      seen.push(new URL(request.url).pathname);
      return answer(request);
    },
    pause: async (milliseconds) => {
      seen.push(`pause of ${milliseconds} ms`);
      clock.forward(milliseconds);
    },
  });
  const start = clock.now().getTime();
  const ask = (path: string, seconds = 5) => {
    const by = new Date(start + seconds * 1_000);
    return hosts.ask(new URL(path, "https://blog.example/"), { ...PAGE, by });
  };
  return { seen, ask };
}

it("a host gets one request after another with pauses between, and robots.txt once", async () => {
  const { seen, ask } = hostsOf();
  await Promise.all(["/a", "/b"].map((path) => ask(path)));
  expect(seen.slice(0, 4)).toEqual(["/robots.txt", "/a", "pause of 3000 ms", "/b"]);
});

it("a request that fails does not keep the next one from its turn, and one without time is not sent", async () => {
  const { seen, ask } = hostsOf(async ({ url }) => {
    if (new URL(url).pathname === "/a") throw networkError(socketError("reset"), new URL(url));
    return fetchedPage({ url: new URL(url), status: 404 });
  });
  const ends = await Promise.allSettled(["/a", "/b", "/c"].map((path) => ask(path)));
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
  expect(seen.filter((path) => path.startsWith("/"))).toEqual(["/robots.txt", "/a", "/b"]);
});

it("a robots.txt that is at another host holds for the host that redirects there", async () => {
  const { seen, ask } = hostsOf(async ({ url, followRedirect }) => {
    if (new URL(url).pathname !== "/robots.txt") return fetchedPage({ url: new URL(url) });
    const target = new URL("https://www.blog.example/robots.txt");
    if (followRedirect?.(target, 301) === false) return fetchedPage({ status: 301, location: target });
    return fetchedPage({ url: target, body: Buffer.from("User-agent: *\nDisallow: /private") });
  });
  expect(await ask("/open")).toMatchObject({ status: 200 });
  expect(await ask("/private/a", 60)).toBeNull();
  expect(seen).toEqual(["/robots.txt", "/open", "pause of 3000 ms", "pause of 3000 ms"]);
});

it("a redirect around many hosts ends", async () => {
  let hop = 0;
  const { ask } = hostsOf(async ({ url }) => {
    if (new URL(url).pathname === "/robots.txt") return fetchedPage({ status: 404 });
    hop += 1;
    return fetchedPage({ status: 302, location: new URL(`https://host-${hop}.example/a`) });
  });
  await expect(ask("/a", 60)).rejects.toMatchObject({ kind: "too_many_redirects" });
  expect(hop).toBe(5);
});
