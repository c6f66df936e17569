import { describe, expect, it } from "vitest";
import type { Stock } from "../../lambdas/slides/stock.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import { apiOfEachTest, send, user, world } from "./api-of-tests.ts";
import { deckUrl, metadata, pendingStock } from "./slides-world.ts";

capturedLog();
apiOfEachTest();

let saved = 0;

/** A stock whose deck was read, a minute newer than the one before. @returns its id */
async function stock(
  texts: Partial<Pick<Stock, "memo" | "tags" | "title" | "authorName" | "canonicalUrl" | "provider">> = {},
): Promise<string> {
  saved += 1;
  const { title = null, authorName = null, ...deck } = texts;
  const now = at(saved * MINUTE);
  const made = pendingStock(user, { canonicalUrl: deckUrl(`deck-${saved}`), now, ...deck });
  await world.items.create(made, "creation-1");
  await world.items.complete(made, { ...metadata, title, authorName }, { workId: "fetch-1", now });
  return made.id;
}

type Query = Readonly<Record<string, string | readonly string[]>>;

const list = (query: Query) => send({ route: "GET /v1/stocks", query, user });
const patch = (id: string, body: unknown) => send({ route: "PATCH /v1/stocks/{id}", params: { id }, body, user });

async function found(query: Query): Promise<string[]> {
  return (await list({ limit: "100", ...query })).body.stocks.map(({ id }: { id: string }) => id);
}

describe("GET /v1/stocks?q=", () => {
  it.each<[field: string, texts: Parameters<typeof stock>[0], q: string]>([
    ["the title", { title: "サーバーレス設計の勘所" }, "ｻｰﾊﾞｰﾚｽ 設計"],
    ["the memo", { memo: "Read on Friday" }, '"on friday"'],
    ["the tags", { tags: ["珍しい鳥"] }, "鳥"],
    ["the author", { authorName: "Kazuki Takai" }, "takai"],
    ["the address", { canonicalUrl: deckUrl("rare-birds-of-japan") }, "speakerdeck.com/alice/rare-birds"],
    ["the address as it was pasted", { canonicalUrl: deckUrl("rare") }, "rare?from=mail"],
    ["several fields at once", { title: "Rare", memo: "鳥", authorName: "Bob" }, "rare 鳥 bob"],
  ])("finds by %s", async (_field, texts, q) => {
    await stock({ title: "Another" });
    expect(await found({ q })).toEqual([]);
    const id = await stock(texts);
    expect(await found({ q })).toEqual([id]);
  });

  it("finds by provider and status as well", async () => {
    const deck = await stock({ title: "Birds" });
    const canonicalUrl = "https://www.docswell.com/s/alice/59VDWM";
    const other = await stock({ title: "Birds", provider: "docswell", canonicalUrl });
    const pending = pendingStock(user, { canonicalUrl: deckUrl("pending"), now: at(999 * MINUTE), memo: "birds" });
    await world.items.create(pending, "creation-1");
    expect(await found({ q: "birds" })).toEqual([pending.id, other, deck]);
    expect(await found({ q: "birds", provider: "docswell" })).toEqual([other]);
    expect(await found({ q: "birds", status: "pending" })).toEqual([pending.id]);
    expect(await found({ provider: "speakerdeck", status: "ready" })).toEqual([deck]);
    expect(await found({ provider: "speakerdeck" })).toEqual([pending.id, deck]);
  });

  it("walks over all pages, and refuses a cursor of another search", async () => {
    const ids = [await stock({ memo: "鳥" }), await stock(), await stock({ memo: "鳥" })];
    const { body } = await list({ q: "鳥", limit: "1" });
    expect([body.stocks[0].id, (await list({ q: "鳥", limit: "1", cursor: body.next_cursor })).body]).toEqual([
      ids[2],
      { stocks: [expect.objectContaining({ id: ids[0] })], next_cursor: null },
    ]);
    const others = [
      { q: "魚" },
      { q: "鳥", tag: "a" },
      { q: "鳥", provider: "docswell" },
      { q: "鳥", status: "ready" },
      {},
    ];
    for (const other of others) {
      expect(await list({ ...other, cursor: body.next_cursor } as Record<string, string>)).toMatchObject({
        status: 400,
        body: { code: "invalid_cursor" },
      });
    }
  });

  it.each([{ q: "" }, { provider: "slideshare" }])("rejects %j", async (query) => {
    expect(await list(query as Record<string, string>)).toMatchObject({
      status: 400,
      body: { code: "validation_error" },
    });
  });
});

describe("GET /v1/stocks?tag=", () => {
  it("follows a change of the tags, which leaves the memo's text", async () => {
    const id = await stock({ tags: ["old"], memo: "birds" });
    await patch(id, { tags: ["new"] });
    expect([await found({ tag: "old" }), await found({ tag: "new", q: "birds new" })]).toEqual([[], [id]]);
    await patch(id, { memo: "bees" });
    expect([await found({ q: "birds" }), await found({ tag: "new", q: "bees" })]).toEqual([[], [id]]);
  });
});
