import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { bookmarksWorld, itemOf, saveByForm } from "../bookmarks/bookmarks-world.ts";
import { signIn } from "../sign-in.ts";

const world = bookmarksWorld();
const OWLS = "https://blog.example/posts/owls";

function databases(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>("indexedDB.databases().then((all) => all.map(({ name }) => name.split(' ')[0]))");
}

describe("the settings", () => {
  it("change language and theme at once, and keep them", async () => {
    const { page } = await world.visit("/app/settings", { browser: { colorScheme: "light" } });
    const look = () =>
      page.evaluate("[document.documentElement.lang, getComputedStyle(document.body).backgroundColor]");
    const [english, light] = (await look()) as string[];
    expect(english).toBe("en");
    await page.getByRole("combobox", { name: "Theme" }).selectOption({ label: "Dark" });
    await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "日本語" });
    await page.getByRole("heading", { name: "設定", level: 1 }).waitFor();
    const [japanese, dark] = (await look()) as string[];
    expect(japanese).toBe("ja");
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByRole("heading", { name: "設定", level: 1 }).waitFor();
    expect(await look()).toEqual([japanese, dark]);
    await page.getByRole("combobox", { name: "テーマ" }).selectOption({ label: "システムの設定に合わせる" });
    expect(await look()).toEqual([japanese, light]);
  });

  it("switch single-key shortcuts off", async () => {
    const { page } = await world.visit("/app/settings");
    const heading = page.getByRole("heading", { name: "Settings", level: 1 });
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await heading.focus();
    await page.keyboard.press("Shift+?");
    await sheet.getByRole("button", { name: "Close" }).click();
    // In one task: before the page is rendered again.
    await page.evaluate(`(() => {
      [...document.querySelectorAll("label")].find((label) => label.textContent.startsWith("Keyboard shortcuts")).click();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", shiftKey: true, bubbles: true }));
    })()`);
    expect(await page.getByRole("checkbox", { name: /^Keyboard shortcuts/ }).isChecked()).toBe(false);
    expect(await sheet.count()).toBe(0);
    await heading.focus();
    for (const key of ["Shift+?", "g", "s"]) await page.keyboard.press(key);
    expect(await sheet.count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe("/app/settings");
  });

  it("load images of other sites only when they are switched on", async () => {
    const { page, context, client } = await world.visit("/app/bookmarks", {
      mayRequest: ["https://blog.example"],
      looksOften: true,
    });
    const loaded: string[] = [];
    await context.route("https://blog.example/**", async (route) => {
      loaded.push(route.request().url());
      await route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    });
    await client.bookmarks.save({ url: OWLS });
    await itemOf(page, "Owls").getByText("Done", { exact: true }).waitFor();
    await itemOf(page, "Owls").getByRole("heading").getByRole("link").click();
    await page.getByRole("heading", { name: "Summary" }).waitFor();
    expect(await page.locator("img[src^='https:']").count()).toBe(0);
    expect(loaded).toEqual([]);

    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("checkbox", { name: /^Load images of other sites/ }).check();
    await page.getByRole("link", { name: "Bookmarks" }).click();
    const request = page.waitForRequest("https://blog.example/**");
    await itemOf(page, "Owls").getByRole("heading").getByRole("link").click();
    expect((await (await request).allHeaders()).referer).toBeUndefined();
    expect(new Set(loaded)).toEqual(new Set(["https://blog.example/pictures/hedge.jpg"]));
  });

  it("sign out: the copy goes, what waits stays, and is sent once after the next sign-in", async () => {
    const { page, context, client, name } = await world.visit("/app/bookmarks");
    const isSave = (url: URL) => url.pathname === "/v1/bookmarks";
    await context.route(isSave, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
    await page.getByText("No bookmarks yet.").waitFor();
    await saveByForm(page, OWLS);
    await page.getByRole("link", { name: "Waiting: 1" }).waitFor();
    expect((await databases(page)).toSorted()).toEqual(["magpie-generation", "magpie-queue", "magpie-things"]);

    await page.getByRole("link", { name: "Settings" }).click();
    const signOut = page.getByRole("region", { name: "Account" }).getByRole("button", { name: "Sign out" });
    const dialog = page.getByRole("dialog", { name: "Sign out although something waits?" });
    await signOut.click();
    await dialog.getByText("Not sent yet: 1. It stays on this device").waitFor();
    await dialog.getByRole("button", { name: "Stay signed in" }).click();
    await signOut.click();
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect((await databases(page)).toSorted()).toEqual(["magpie-generation", "magpie-queue"]);
    expect((await client.bookmarks.list()).bookmarks).toEqual([]);

    await context.unroute(isSave);
    const saves: number[] = [];
    context.on("response", (response) => {
      if (response.request().method() === "POST" && isSave(new URL(response.url()))) saves.push(response.status());
    });
    await signIn(page, name, false);
    await page.getByRole("link", { name: "Bookmarks" }).click();
    await itemOf(page, "Owls").getByText("Done", { exact: true }).waitFor();
    await page.getByRole("link", { name: /^Waiting/ }).waitFor({ state: "detached" });
    expect(saves).toEqual([201]);
    expect((await client.bookmarks.list()).bookmarks).toHaveLength(1);
  });

  it("sign out only with a connection: the issuer would keep the session", async () => {
    const { page, context } = await world.visit("/app/settings", { hasServiceWorker: true });
    await context.setOffline(true);
    await page.getByText("Signing out needs a connection.").waitFor();
    expect(await page.getByRole("button", { name: "Sign out" }).isDisabled()).toBe(true);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
  });
});
