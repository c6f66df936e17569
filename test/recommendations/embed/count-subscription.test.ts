import { beforeEach, expect, it, vi } from "vitest";

const requests: { readonly url: string; readonly key: string; readonly keepalive: boolean }[] = [];

/** The parts of a browser that the function uses, with an empty storage. */
function browser(): void {
  const kept = new Map<string, string>();
  vi.stubGlobal("MAGPIE_API_URL", "https://api.example");
  vi.stubGlobal("MAGPIE_SITE_URL", "https://site.example");
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
}

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal("fetch", async (url: string, request: { headers: Record<string, string>; keepalive: boolean }) => {
    requests.push({ url, key: String(request.headers["idempotency-key"]), keepalive: request.keepalive });
  });
  browser();
  return () => vi.unstubAllGlobals();
});

it("a browser has one key for each recommendation, and another browser has others", async () => {
  const { countSubscription } = await import("../../../lambdas/recommendations/embed/count-subscription.ts");
  for (const id of ["harbour", "ferry", "harbour"]) countSubscription(id);
  browser();
  countSubscription("harbour");
  const [first, second, again, other] = requests.map(({ key }) => key);
  expect(again).toBe(first);
  // For the API, a key that was used for other content is an error, and nothing is counted.
  expect(new Set([first, second, other]).size).toBe(3);
  for (const { key } of requests) expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(requests.map(({ url }) => url)).toEqual(
    ["harbour", "ferry", "harbour", "harbour"].map((id) => `https://api.example/v1/recommendations/${id}/subscribed`),
  );
});

it("a browser that keeps nothing is counted, too, even if the page is left at once", async () => {
  const { countSubscription } = await import("../../../lambdas/recommendations/embed/count-subscription.ts");
  vi.stubGlobal("localStorage", {
    getItem() {
      throw new Error("The operation is insecure.");
    },
  });
  countSubscription("harbour");
  expect(requests).toMatchObject([{ key: expect.stringMatching(/^[0-9a-f-]{36}$/), keepalive: true }]);
});
