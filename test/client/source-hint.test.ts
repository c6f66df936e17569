import { expect, it } from "vitest";
import { MagpieClient, OfflineQueue, sourceHint } from "../../client/index.ts";
import { memoryStorage } from "./memory-storage.ts";
import { ScriptedApi, serve } from "./scripted-api.ts";

it.each([
  ["https://speakerdeck.com/alice/a-deck", "slides"],
  ["https://docs.google.com/presentation/d/1aBc/edit", "slides"],
  ["https://docs.google.com/document/d/1aBc/edit", "other"],
  ["https://docs.google.com/presentations", "other"],
  ["https://m.youtube.com/watch?v=1", "video"],
  ["https://youtu.be/1", "video"],
  ["https://gist.github.com/alice/1", "code"],
  ["https://arxiv.org/abs/2411.00001", "paper"],
  ["https://doi.org/10.1000/1", "paper"],
  ["https://books.rakuten.co.jp/rb/1/", "book"],
  ["https://item.rakuten.co.jp/shop/1/", "shop"],
  ["https://www.oreilly.com/library/view/1/", "book"],
  ["https://www.oreilly.com/radar/", "other"],
  ["https://jp.mercari.com/item/m1", "shop"],
  ["https://x.com/alice/status/1", "social"],
  ["https://notx.com/", "other"],
  ["https://ja.wikipedia.org/wiki/1", "article"],
  ["HTTPS://ZENN.DEV/alice/articles/1", "article"],
  ["https://alice.example/", "other"],
  ["no address", "other"],
])("the source of %s is %s", (url, hint) => {
  expect(sourceHint(url)).toBe(hint);
});

const deck = "https://speakerdeck.com/alice/a-deck";

it.each([
  ["derives the hint of a bookmark without one", { url: deck }, "slides"],
  ["keeps a given hint", { url: deck, source_hint: "talk" }, "talk"],
  ["keeps null", { url: deck, source_hint: null }, null],
])("%s", async (_what, bookmark, hint) => {
  const api = new ScriptedApi();
  const served = await serve(api);
  const client = new MagpieClient({ baseUrl: served.origin, token: "secret" });
  await client.bookmarks.save(bookmark);
  // The queue stores the derived value, so that another version of the client sends the same content.
  const queue = new OfflineQueue({ client, storage: memoryStorage() });
  const entry = await queue.enqueue({ create: "bookmark", body: bookmark });
  const body = { url: deck, source_hint: hint };
  expect(entry.intent).toEqual({ create: "bookmark", body });
  await queue.flush();
  expect(api.requests.map((request) => request.body)).toEqual([body, body]);
  await served.close();
});
