import { beforeEach, describe, expect, it } from "vitest";
import type { Position } from "../../../lambdas/shared/http/pagination.ts";
import { SavedItemTable } from "../../../lambdas/shared/saved-items/saved-item-table.ts";
import { parseSearch } from "../../../lambdas/shared/search/parse-search.ts";
import { deletion } from "../../changes/deletion.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { at, MINUTE, newUser } from "../../emulators/test-clock.ts";
import type { AnyTypes } from "./kinds.ts";
import { KINDS } from "./kinds.ts";

dynamoOfFile();

describe.each(KINDS)("a list of $table", ({ table, kind, pending, facts, done, text }) => {
  let items: SavedItemTable<AnyTypes>;
  let user: string;
  beforeEach(() => {
    items = new SavedItemTable(dynamo.client, table, kind);
    user = newUser();
  });

  const list = (limit: number, position?: Position, filter = {}) => items.lists.page(user, filter, { limit, position });

  /** Items that were created a minute apart; in every group of five, all at the same time. */
  async function manyItems(count: number): Promise<AnyTypes["item"][]> {
    const many = Array.from({ length: count }, (_, index) =>
      pending(user, { address: `item-${index}`, now: at(Math.floor(index / 5) * MINUTE) }),
    );
    await Promise.all(many.map((item) => items.create(item, "creation-1")));
    return many;
  }

  it("is empty for a user without items", async () => {
    expect(await list(10)).toEqual({ items: [], position: null });
  });

  it("has 55 items once each, newest first, while others are added and deleted", async () => {
    const many = await manyItems(55);
    const seen: AnyTypes["item"][] = [];
    const deletedUnseen: string[] = [];
    let position: Position | undefined;
    let pages = 0;
    do {
      const page = await list(7, position);
      expect(page.items.length).toBeLessThanOrEqual(7);
      seen.push(...page.items);
      pages += 1;
      position = page.position ?? undefined;
      // Newer than every other item: it belongs before the page that was read.
      await items.create(pending(user, { address: `new-${pages}`, now: at((100 + pages) * MINUTE) }), "creation-1");
      // The item that the cursor names, and one that was not listed yet.
      const named = page.items.at(-1);
      if (named !== undefined && pages % 2 === 0) await items.delete(named, deletion(at(0)));
      const unseen = many.find(({ id }) => !deletedUnseen.includes(id) && !seen.some((item) => item.id === id));
      if (unseen !== undefined && pages < 4) {
        await items.delete(unseen, deletion(at(0)));
        deletedUnseen.push(unseen.id);
      }
    } while (position !== undefined);
    const expected = many.map(({ id }) => id).filter((id) => !deletedUnseen.includes(id));
    expect(deletedUnseen).toHaveLength(3);
    expect(seen.map(({ id }) => id).sort()).toEqual(expected.sort());
    const moments = seen.map(({ createdAt }) => createdAt);
    expect(moments).toEqual(moments.toSorted().reverse());
  });

  it("is filtered in full pages, whatever other items are in between", async () => {
    const many = await manyItems(30);
    const third = many.filter((_, index) => index % 3 === 0);
    for (const item of third) await items.complete(item, facts, { workId: "work-1", now: at(0) });
    const filter = { status: [done, "failed"] };
    const first = await list(6, undefined, filter);
    expect(first.items).toHaveLength(6);
    const second = await list(6, first.position ?? undefined, filter);
    expect(second).toMatchObject({ position: null });
    const found = [...first.items, ...second.items];
    expect(found.map(({ id }) => id).sort()).toEqual(third.map(({ id }) => id).sort());
    expect(await list(6, undefined, { status: ["failed"] })).toEqual({ items: [], position: null });
    expect(await list(6, undefined, { ...filter, updated_at: ["never"] })).toEqual({ items: [], position: null });
  });

  it("never leaves the user's own items, whatever the position is", async () => {
    const theirs = pending(newUser());
    await items.create(theirs, "creation-1");
    const position = { user_id: theirs.userId, id: theirs.id, created_at: at(60 * MINUTE).toISOString() };
    expect(await list(10, position)).toEqual({ items: [], position: null });
  });

  it("does not find an item that was just deleted and is still in the index", async () => {
    const item = { ...pending(user), ...text };
    await items.create(item, "creation-1");
    const client = interceptedClient(dynamo, async ({ command }, forward) => {
      const answer = await forward();
      if (command === "QueryCommand") await items.delete(item, deletion(at(0)));
      return answer;
    });
    const sought = parseSearch(Object.values(text)[0] ?? "").conditions;
    const page = { limit: 10, position: undefined };
    expect((await items.lists.search(user, sought, {}, page)).items).toMatchObject([{ id: item.id }]);
    const search = new SavedItemTable(client, table, kind).lists.search(user, sought, {}, page);
    expect(await search).toEqual({ items: [], position: null });
  });

  it("sends one query for a page", async () => {
    await manyItems(30);
    dynamo.requests.length = 0;
    await list(20);
    expect(dynamo.requests).toEqual(["QueryCommand"]);
  });
});
