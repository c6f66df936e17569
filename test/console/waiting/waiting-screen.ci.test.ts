import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { bookmarksWorld, itemOf, saveByForm, told } from "../bookmarks/bookmarks-world.ts";

const world = bookmarksWorld();
const OWLS = "https://blog.example/posts/owls";
const WRENS = "https://blog.example/posts/wrens";

/** Does something with the object store of the queue in the page, where it is called `entries`. */
function withEntries<T>(page: Page, request: string): Promise<T> {
  return page.evaluate<T>(`(async () => {
    const { name } = (await indexedDB.databases()).find(({ name }) => name.startsWith("magpie-queue "));
    const done = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open(name));
    const entries = database.transaction("entries", "readwrite").objectStore("entries");
    const result = await done(${request});
    database.close();
    return result;
  })()`);
}

describe("the screen of what waits", () => {
  it("asks before it cancels what is only on this device, and sends none of it then", async () => {
    const { page, context, client } = await world.visit("/app/bookmarks", { hasServiceWorker: true });
    await page.getByText("No bookmarks yet.").waitFor();
    await context.setOffline(true);
    await saveByForm(page, OWLS);
    await page.getByRole("link", { name: "Waiting: 1" }).click();
    const item = page.getByRole("list", { name: "Waiting" }).getByRole("article", { name: OWLS });
    await item.getByText("Waiting to be sent").waitFor();

    const dialog = page.getByRole("dialog", { name: "Discard what was not saved?" });
    await item.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByText(`${OWLS} is only on this device.`).waitFor();
    await dialog.getByRole("button", { name: "Keep" }).click();
    await dialog.waitFor({ state: "detached" });
    await item.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Discard" }).click();
    await told(page).getByText("Cancelled.").waitFor();
    await page.getByText("Nothing waits to be sent.").waitFor();

    await context.setOffline(false);
    await page.getByRole("link", { name: "Bookmarks" }).click();
    await saveByForm(page, WRENS);
    await itemOf(page, "Wrens").waitFor();
    expect((await client.bookmarks.list()).bookmarks.map(({ url }) => url)).toEqual([WRENS]);
  });

  it("shows why one was refused, and sends it once when it is tried again", async () => {
    const { page, context, client } = await world.visit("/app/bookmarks");
    const isSave = (url: URL) => url.pathname === "/v1/bookmarks";
    await context.route(isSave, async (route) => {
      const body = JSON.stringify({ code: "quota", detail: "The quota is used up.", status: 422 });
      const refusal = { status: 422, contentType: "application/problem+json", body };
      await (route.request().method() === "POST" ? route.fulfill(refusal) : route.continue());
    });
    await saveByForm(page, OWLS);
    await page.getByRole("link", { name: "Waiting: 1" }).click();
    const item = page.getByRole("list", { name: "Waiting" }).getByRole("article", { name: OWLS });
    await item.getByText("Not saved", { exact: true }).waitFor();
    await item.getByText("Magpie refused this: The quota is used up.").waitFor();
    expect((await client.bookmarks.list()).bookmarks).toEqual([]);

    await context.unroute(isSave);
    await item.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Nothing waits to be sent.").waitFor();
    await page.getByRole("link", { name: /^Waiting/ }).waitFor({ state: "detached" });
    expect((await client.bookmarks.list()).bookmarks.map(({ url }) => url)).toEqual([OWLS]);
  });

  it("keeps and shows an entry of a later version, past which everything else is sent", async () => {
    const { page, client } = await world.visit("/app/bookmarks");
    await page.getByText("No bookmarks yet.").waitFor();
    const later = {
      idempotencyKey: "of-a-later-version",
      intent: { archive: "bookmark", id: "b-1" },
      enqueuedAt: "2026-01-01T00:00:00.000Z",
      state: "waiting",
      attempts: 0,
      strikes: 0,
      lastError: null,
    };
    await withEntries(page, `entries.add(${JSON.stringify(later)})`);
    await page.goto("/app/waiting");
    const unreadable = page.getByRole("region", { name: "Unreadable entries" });
    await unreadable.getByText("A later version has stored it, and will send it.").waitFor();

    await page.getByRole("link", { name: "Bookmarks" }).click();
    await saveByForm(page, OWLS);
    await itemOf(page, "Owls").waitFor();
    expect((await client.bookmarks.list()).bookmarks).toHaveLength(1);
    expect(await withEntries(page, "entries.getAll()")).toMatchObject([later]);
  });
});
