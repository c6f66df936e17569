import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Bookmark } from "../../../client/index.ts";
import { inPage, pageWorld } from "../page-world.ts";
import { ChangesApi } from "./changes-api.ts";

/** The script of the page: a sync and a queue that a test reaches by these names, and what was listed at every event. */
const PAGE_SCRIPT = `
  import { MagpieClient, OfflineQueue, sync } from "./index.ts";
  import { indexedDbStorage, indexedDbSyncStorage } from "./browser/index.ts";
  const client = new MagpieClient({ baseUrl: location.origin, token: "t", retry: { maxAttempts: 1 } });
  window.storageOf = indexedDbSyncStorage;
  const queue = new OfflineQueue({ client, storage: indexedDbStorage("queue") });
  window.titles = () => opened.list().map(({ item, waiting }) => item?.title ?? "waiting " + waiting[0].intent.body.title);
  window.shown = [];
  const onEvent = ({ type }) => type === "changed" && shown.push(titles());
  window.opened = await sync({ client, storage: indexedDbSyncStorage("things"), queue, onEvent });
  window.queue = queue;
`;

const world = pageWorld(PAGE_SCRIPT, () => new ChangesApi());

const titles = (page: Page) => inPage<string[]>(page, "titles()");
const refresh = (page: Page) => inPage(page, "opened.refresh().then(({ stopped }) => stopped)");
const listed = () => world.api.listed().map(({ title }) => title);

describe("a sync in Chromium", () => {
  it("shows and searches what was synced after a reload without the API, and goes on when it is back", async () => {
    world.api.most = 2;
    for (const title of ["One sparrow", "Two owls", "東京タワーの夜景"]) {
      world.api.saveBookmark(`https://example.com/${title}`, { title });
    }
    const page = await world.opened();
    expect(await refresh(page)).toBeNull();
    await world.context.route("**/v1/**", (route) => route.abort("internetdisconnected"));
    await page.reload();
    await page.waitForFunction("window.queue !== undefined");
    expect(await titles(page)).toEqual(listed());
    const newest = await inPage<Bookmark[]>(page, 'storageOf("things").newest(2)');
    expect(newest).toEqual(world.api.listed().slice(0, 2));
    expect(await inPage(page, 'opened.search("タワー").map(({ item }) => item.title)')).toEqual(["東京タワーの夜景"]);
    expect(await refresh(page)).toBe("trouble");
    world.api.delete("b-1");
    world.api.change("b-2", { title: "Three owls" });
    await world.context.unroute("**/v1/**");
    expect(await refresh(page)).toBeNull();
    expect(await titles(page)).toEqual(listed());
  });

  it("is shared by two tabs: one follows at a time, and the other shows its writes", async () => {
    const [one, other] = [await world.opened(), await world.opened()];
    world.api.saveBookmark("https://example.com/a", { title: "A" });
    world.api.faults.push({ kind: "hang" });
    const arrived = world.api.nextRequest();
    await inPage(one, "void opened.refresh()");
    await arrived;
    expect(await refresh(other)).toBe("busy");
    // A closed tab releases the lock in the middle of its request.
    await one.close();
    const third = await world.opened();
    await expect.poll(() => refresh(third)).toBeNull();
    await other.waitForFunction("titles().length === 1");
    world.api.delete("b-1");
    await refresh(third);
    await other.waitForFunction("titles().length === 0");
  });

  it("shows in both tabs what one changes and deletes offline, until it is synced, and undoes a held deletion", async () => {
    world.api.saveBookmark("https://example.com/a", { title: "A" });
    world.api.saveBookmark("https://example.com/b", { title: "B" });
    const [one, other] = [await world.opened(), await world.opened()];
    await refresh(one);
    await other.waitForFunction('titles().join() === "B,A"');
    await inPage(one, 'queue.enqueue({ update: "bookmark", id: "b-1", body: { title: "New" } })');
    const hold = "{ holdMs: 3_600_000 }";
    await inPage(
      one,
      `queue.enqueue({ delete: "bookmark", id: "b-2" }, ${hold}).then((held) => { window.held = held; })`,
    );
    for (const page of [one, other]) await page.waitForFunction('titles().join() === "New"');
    await inPage(one, "queue.flush()");
    for (const page of [one, other]) {
      await page.waitForFunction('opened.waiting().map(({ item }) => item.title).join() === "B"');
    }
    await inPage(one, "queue.discard(held)");
    for (const page of [one, other]) await page.waitForFunction('titles().join() === "B,New"');
    await inPage(one, 'queue.enqueue({ delete: "bookmark", id: "b-2" })');
    await inPage(one, "queue.flush()");
    await refresh(other);
    for (const page of [one, other]) await page.waitForFunction('titles().join() === "New"');
    expect(listed()).toEqual(["New"]);
    for (const page of [one, other]) {
      const shown = await inPage<string[][]>(page, "shown");
      expect(new Set(shown.map((each) => each.join()))).toEqual(new Set(["B,A", "B,New", "New"]));
    }
  });

  it("goes on with an empty database after the browser has deleted it", async () => {
    world.api.saveBookmark("https://example.com/a", { title: "A" });
    const page = await world.opened();
    await refresh(page);
    await inPage(page, 'new Promise((done) => { indexedDB.deleteDatabase("things").onsuccess = () => done(true); })');
    await refresh(page);
    expect(await titles(page)).toEqual(["A"]);
    await page.reload();
    await page.waitForFunction("window.queue !== undefined");
    expect(await titles(page)).toEqual(["A"]);
  });

  it("takes one of two writes of the same revision, and reads all of a database that was made again", async () => {
    const page = await world.opened();
    const seen = await inPage(
      page,
      `(async () => {
        const [one, other] = [storageOf("w"), storageOf("w")];
        const of = (id) => ({ items: [{ type: "bookmark", id }], progress: { cursor: id } });
        const read = async (storage, revision) => {
          const { items, revision: now, isAll } = await storage.read(revision);
          return [items.map(({ id }) => id).join(), now, isAll];
        };
        await Promise.all([one.read(null), other.read(null)]);
        const seen = [await one.write(0, of("a")), await other.write(0, of("b")), await read(other, null)];
        seen.push(await other.write(1, of("b")), await read(other, 1), await read(one, null));
        await new Promise((done) => (indexedDB.deleteDatabase("w").onsuccess = done));
        const again = storageOf("w");
        await again.read(null);
        for (const [revision, id] of ["c", "d"].entries()) {
          await again.write(revision, of(id));
          await again.read(null);
        }
        return [...seen, await one.write(2, of("e")), await read(one, 2)];
      })()`,
    );
    expect(seen).toEqual([
      true,
      false,
      ["a", 1, true],
      true,
      ["b", 2, false],
      ["a,b", 2, true],
      false,
      ["c,d", 2, true],
    ]);
  });

  it.each([1_000, 2_001])("%i items are all read, each once, in the order of their keys", async (count) => {
    const page = await world.opened();
    const [written, read] = await inPage<string[][]>(
      page,
      `(async () => {
        const storage = storageOf("many");
        const ids = Array.from({ length: ${count} }, (_, at) => "b" + at);
        await storage.read(null);
        await storage.write(0, { items: ids.map((id) => ({ type: "bookmark", id })), progress: {} });
        return [ids, (await storage.read(null)).items.map(({ id }) => id)];
      })()`,
    );
    expect(read).toEqual(written?.sort());
  });
});
