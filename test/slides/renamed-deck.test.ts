import { beforeEach, describe, expect, it, vi } from "vitest";
import type { OutboundRequest, OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { fetchMetadata } from "../../lambdas/slides/fetch-metadata.ts";
import { moveStock } from "../../lambdas/slides/move-stock.ts";
import type { Stock } from "../../lambdas/slides/stock.ts";
import { deletion } from "../changes/deletion.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import { MINUTE, newUser, START } from "../emulators/test-clock.ts";
import { response } from "../shared/outbound/outbound-response.ts";
import type { SlidesWorld } from "./slides-world.ts";
import { pendingStock, slidesApi, slidesWorld } from "./slides-world.ts";
import { docswell, messageOf, speakerDeck, worker, workerOfEachTest } from "./worker-of-tests.ts";

const OLD = "https://speakerdeck.com/oldname/a-talk";
const NEW = "https://speakerdeck.com/newname/a-talk";

/** Whether a request is for the page itself, and not for the provider's answer about a deck. */
const isPage = ({ url }: OutboundRequest) => !/oembed/.test(String(url));
/** The address of the deck that an answer is asked about. */
const askedAbout = ({ url }: OutboundRequest) => new URL(String(url)).searchParams.get("url");

/** A provider that knows a deck under one address only, and redirects the pages of others as given. */
function provider(deck: { readonly canonicalUrl: string; readonly answer: Partial<OutboundResponse> }, to: string) {
  return (request: OutboundRequest): OutboundResponse => {
    if (!isPage(request)) return response(askedAbout(request) === deck.canonicalUrl ? deck.answer : { status: 404 });
    const target = new URL(to);
    if (request.followRedirect?.(target, 301) !== true) return response({ status: 301, location: target });
    return response({ url: target });
  };
}

describe("the metadata of a renamed deck", () => {
  const moved = { ...speakerDeck, canonicalUrl: NEW };

  it.each([
    ["its page's redirect", { provider: "speakerdeck", canonicalUrl: OLD }, moved, NEW],
    ["a redirect with a slash and a query", { provider: "speakerdeck", canonicalUrl: OLD }, moved, `${NEW}/?slide=1`],
    [
      "a redirect to another host of the provider",
      { provider: "speakerdeck", canonicalUrl: OLD },
      moved,
      NEW.replace("//", "//www."),
    ],
    [
      "a deck that has another slug",
      { provider: "speakerdeck", canonicalUrl: "https://speakerdeck.com/newname/draft" },
      moved,
      NEW,
    ],
    [
      "Docswell's page of another user, with its slug",
      { provider: "docswell", canonicalUrl: "https://www.docswell.com/s/taro/ABC123" },
      docswell,
      `${docswell.canonicalUrl}-a-talk`,
    ],
  ] as const)("is found by %s", async (_what, deck, there, to) => {
    const answer = provider(there, to);
    const outcome = await fetchMetadata(deck, async (request) => answer(request));
    expect(outcome).toEqual({ kind: "metadata", metadata: there.metadata, movedTo: there.canonicalUrl });
  });

  it.each([
    ["its page is at its own address", OLD],
    ["its page leads to another site", "https://evil.example/newname/a-talk"],
    ["its page leads to another provider", docswell.canonicalUrl],
    ["its page leads to the author's decks", "https://speakerdeck.com/newname"],
    ["its page leads to plain http", NEW.replace("https", "http")],
    ["its page leads to another port", NEW.replace(".com", ".com:8443")],
    ["the other deck does not exist either", "https://speakerdeck.com/newname/gone"],
  ])("is not found when %s", async (_what, to) => {
    const answer = provider(moved, to);
    const outcome = await fetchMetadata({ provider: "speakerdeck", canonicalUrl: OLD }, async (request) =>
      answer(request),
    );
    expect(outcome).toEqual({ kind: "permanent", code: "not_found" });
  });

  it("is tried again when its page can't be asked now", async () => {
    const outcome = await fetchMetadata({ provider: "speakerdeck", canonicalUrl: OLD }, async (request) =>
      response({ status: isPage(request) ? 503 : 404, retryAfterSeconds: 7 }),
    );
    expect(outcome).toEqual({ kind: "transient", code: "upstream_error", retryAfterSeconds: 7 });
  });

  it("is not looked for when the provider refuses its answer for another reason", async () => {
    const urls: string[] = [];
    await fetchMetadata({ provider: "speakerdeck", canonicalUrl: OLD }, async (request) => {
      urls.push(String(request.url));
      return response({ status: 403 });
    });
    expect(urls).toHaveLength(1);
  });
});

describe("the stock of a renamed deck", () => {
  workerOfEachTest();
  let world: SlidesWorld;
  let api: (request: HttpRequest) => Promise<HttpAnswer>;
  let user: string;
  beforeEach(() => {
    world = slidesWorld(dynamo);
    api = slidesApi(world);
    user = newUser();
  });

  const moved = { ...speakerDeck, canonicalUrl: NEW };
  const stockAt = (canonicalUrl: string, more: Partial<Parameters<typeof pendingStock>[1]> = {}) =>
    pendingStock(user, { canonicalUrl, ...more });
  async function saved(stock: Stock): Promise<Stock> {
    await world.items.create(stock, `creation-${stock.id}`);
    return stock;
  }
  const fetched = (stock: Stock) => worker(provider(moved, NEW)).receive(messageOf(stock));
  const listed = async () =>
    (await world.items.lists.page(user, {}, { limit: 10, position: undefined })).items.map(({ id }) => id);
  const save = async (url: string) => {
    const { status, body } = await api({ route: "POST /v1/stocks", user, body: { url } });
    return [status, body.id];
  };

  it("is ready under the new address, is found by it, and is the one that both addresses save", async () => {
    const stock = await saved(stockAt(OLD, { memo: "to read" }));
    expect(await fetched(stock)).toBe(true);
    expect(await world.items.get(stock)).toMatchObject({
      ...moved.metadata,
      id: stock.id,
      status: "ready",
      canonicalUrl: NEW,
      originalUrl: stock.originalUrl,
      memo: "to read",
      createdAt: stock.createdAt,
    });
    expect([await save(NEW), await save(OLD), await listed()]).toEqual([[200, stock.id], [200, stock.id], [stock.id]]);
    const found = await api({ route: "GET /v1/stocks", query: { q: "newname" }, user });
    expect(found.body.stocks).toMatchObject([{ id: stock.id, canonical_url: NEW }]);
  });

  it("has what was saved under the new address before, of which nothing is lost", async () => {
    const other = await saved(
      stockAt(NEW, { memo: "newer", tags: ["tea", "talk"], now: new Date(START.getTime() - MINUTE) }),
    );
    const stock = await saved(stockAt(OLD, { memo: "older", tags: ["Talk", "green"] }));
    expect(await fetched(stock)).toBe(true);
    expect(await world.items.get(stock)).toMatchObject({
      status: "ready",
      canonicalUrl: NEW,
      memo: "older\n\nnewer",
      tags: ["Talk", "green", "tea"],
      createdAt: other.createdAt,
    });
    expect([await listed(), await save(NEW)]).toEqual([[stock.id], [200, stock.id]]);
  });

  it("takes over one that was renamed from a third address", async () => {
    const first = await saved(stockAt("https://speakerdeck.com/first/a-talk", { memo: "first" }));
    await fetched(first);
    const stock = await saved(stockAt(OLD));
    await fetched(stock);
    expect(await world.items.get(stock)).toMatchObject({ canonicalUrl: NEW, memo: "first" });
    expect([await listed(), await save(NEW), await save("https://speakerdeck.com/first/a-talk")]).toEqual([
      [stock.id],
      [200, stock.id],
      [200, stock.id],
    ]);
  });

  it("can be saved again under either address after it was deleted", async () => {
    const stock = await saved(stockAt(OLD));
    await fetched(stock);
    await world.items.delete(stock, deletion(world.clock.now()));
    const again = await save(NEW);
    expect(again).toEqual([201, stockAt(NEW).id]);
    expect(await save(NEW)).toEqual([200, again[1]]);
  });

  it("takes the new address also where a stock under that address was deleted", async () => {
    const other = await saved(stockAt(NEW));
    await world.items.delete(other, deletion(world.clock.now()));
    const stock = await saved(stockAt(OLD));
    await fetched(stock);
    expect([await listed(), await save(NEW)]).toEqual([[stock.id], [200, stock.id]]);
  });

  it("stays deleted when it is deleted during the fetch", async () => {
    const stock = await saved(stockAt(OLD));
    const answer = provider(moved, NEW);
    await worker(async (request) => {
      if (isPage(request)) await world.items.delete(stock, deletion(world.clock.now()));
      return answer(request);
    }).receive(messageOf(stock));
    expect(await listed()).toEqual([]);
    expect((await save(NEW))[0]).toBe(201);
  });

  it("is the same after the move was cut off before any of its writes, and repeated", async () => {
    for (const kept of [0, 1, 2]) {
      user = newUser();
      const other = await saved(stockAt(NEW, { memo: "newer", tags: ["tea"] }));
      const stock = await saved(stockAt(OLD, { memo: "older" }));
      const { items } = world;
      let writes = 0;
      const killedAfter = <Write extends (...given: never[]) => unknown>(write: Write) =>
        ((...given: never[]) => {
          writes += 1;
          if (writes > kept) throw new Error("killed");
          return write.apply(items, given);
        }) as Write;
      vi.spyOn(items, "saveChanges").mockImplementation(killedAfter(items.saveChanges));
      vi.spyOn(items, "delete").mockImplementation(killedAfter(items.delete));
      await expect(moveStock(stock, NEW, world)).rejects.toThrow("killed");
      vi.restoreAllMocks();
      await moveStock(stock, NEW, world);
      expect(await world.items.get(stock)).toMatchObject({ canonicalUrl: NEW, memo: "older\n\nnewer", tags: ["tea"] });
      expect([await listed(), await world.items.get(other), await save(NEW)]).toEqual([
        [stock.id],
        null,
        [200, stock.id],
      ]);
    }
  });
});
