import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MagpieClient } from "../../../client/index.ts";
import { until } from "../../local/until.ts";
import { saveByForm } from "../bookmarks/bookmarks-world.ts";
import type { Visit } from "../console-world.ts";
import { changeSession } from "../session-changes.ts";
import { arrivedSaves } from "./arrived-saves.ts";
import type { StoriesWorld } from "./stories-world.ts";

const address = (page: string) => `https://blog.example/${page}`;

/** The page with this title is on the screen, and has been read. */
async function isDone(page: Page, title: string): Promise<void> {
  await page.getByRole("article", { name: title }).getByText("Done", { exact: true }).waitFor();
}

/** A second tab of the same person. */
async function secondTab({ context }: Visit, path: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(path);
  await tab.getByRole("navigation", { name: "Main" }).waitFor();
  return tab;
}

/** Several tabs of a browser, and what waits when a session ends. */
export function tabsAndSessions(world: StoriesWorld): void {
  describe("two tabs", () => {
    it("show the same: what is saved, tagged and deleted in one is so in the other", async () => {
      const visit = await world.visit("/app/bookmarks");
      const { page } = visit;
      const other = await secondTab(visit, "/app/bookmarks");
      await saveByForm(page, address("a-hedge-for-sparrows"));
      await isDone(other, "A hedge for sparrows");
      await other.getByRole("article", { name: "A hedge for sparrows" }).getByRole("button", { name: "Edit" }).click();
      const dialog = other.getByRole("dialog");
      await dialog.getByRole("combobox", { name: "Tags" }).fill("garden");
      await dialog.getByRole("combobox", { name: "Tags" }).press("Enter");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByRole("article").getByRole("link", { name: "garden" }).waitFor();
      await page.getByRole("button", { name: "Delete" }).click();
      await other.getByRole("article").waitFor({ state: "detached" });
    });

    it("send what was saved without a network once", async () => {
      const visit = await world.visit("/app/bookmarks", { hasServiceWorker: true });
      const { page, context, client } = visit;
      const other = await secondTab(visit, "/app/bookmarks");
      const arrived = arrivedSaves(context);
      await context.setOffline(true);
      await saveByForm(page, address("a-winter-morning"));
      await other.getByRole("article").getByText("Waiting to be sent").waitFor();
      await saveByForm(other, address("why-the-tram-rings"));
      await page.getByRole("article").getByText("Waiting to be sent").nth(1).waitFor();
      await context.setOffline(false);
      for (const tab of [page, other]) {
        await isDone(tab, "A winter morning");
        await isDone(tab, "Why the tram rings");
        await tab.getByRole("link", { name: /^Waiting/ }).waitFor({ state: "detached" });
      }
      expect(arrived).toEqual([address("a-winter-morning"), address("why-the-tram-rings")]);
      expect((await client.bookmarks.list()).bookmarks.length).toBe(2);
    });

    it("are signed out together, and nothing of the person stays on the device", async () => {
      const visit = await world.visit("/app/bookmarks");
      const { page } = visit;
      await saveByForm(page, address("a-hedge-for-sparrows"));
      await isDone(page, "A hedge for sparrows");
      const other = await secondTab(visit, "/app/bookmarks");
      await isDone(other, "A hedge for sparrows");
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      for (const tab of [page, other]) await tab.getByRole("button", { name: "Sign in" }).waitFor();
      const left = await until(
        "the copy is deleted",
        () => page.evaluate<string[]>("indexedDB.databases().then((all) => all.map(({ name }) => name))"),
        (names) => !names.some((name) => name.startsWith("magpie-copy")),
      );
      expect(left.every((name) => /^magpie-(queue|generation)/.test(name))).toBe(true);
      expect(await page.evaluate<string[]>("Object.keys(localStorage)")).not.toContainEqual(
        expect.stringMatching(/^magpie-session\./),
      );
    });
  });

  describe("signing out while the issuer is slow to answer", () => {
    const databases = (page: Page) =>
      page.evaluate<string[]>("indexedDB.databases().then((all) => all.map(({ name }) => name))");

    it("leaves nothing that another tab has requested before", async () => {
      const visit = await world.visit("/app/bookmarks");
      const { page, context } = visit;
      await saveByForm(page, address("a-hedge-for-sparrows"));
      await isDone(page, "A hedge for sparrows");
      const other = await secondTab(visit, "/app/bookmarks");
      await isDone(other, "A hedge for sparrows");
      const [changes, revocation] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route("**/v1/changes*", (route) => route.abort());
      await other.route("**/v1/changes*", (route) => changes.promise.then(() => route.continue()));
      const requested = other.waitForRequest("**/v1/changes*");
      await other.evaluate('dispatchEvent(new Event("online"))');
      await requested;
      await context.route("**/oauth2/revoke", (route) => revocation.promise.then(() => route.continue()));
      const revoking = page.waitForRequest("**/oauth2/revoke");
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await revoking;
      changes.resolve();
      // The other tab knows already; before, it stored what had come.
      await other.getByRole("button", { name: "Sign in" }).waitFor();
      revocation.resolve();
      await page.getByRole("button", { name: "Sign in" }).waitFor();
      expect((await databases(other)).filter((name) => name.startsWith("magpie-copy"))).toEqual([]);
    });

    it("empties the copy although a tab that does not answer holds it open", async () => {
      const visit = await world.visit("/app/bookmarks");
      const { page } = visit;
      await saveByForm(page, address("a-hedge-for-sparrows"));
      await isDone(page, "A hedge for sparrows");
      // A page without the console's own listener of `versionchange`, as a frozen one has.
      const frozen = await visit.context.newPage();
      await frozen.goto("/app/config.json");
      const name = (await databases(frozen)).find((each) => each.startsWith("magpie-copy"));
      await frozen.evaluate(
        `new Promise((resolve) => {
          indexedDB.open(${JSON.stringify(name)}).onsuccess = ({ target }) => { window.held = target.result; resolve(); };
        })`,
      );
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("button", { name: "Sign in" }).waitFor();
      const left = await frozen.evaluate<number>(
        `new Promise((resolve) => {
          held.transaction("things").objectStore("things").count().onsuccess = ({ target }) => resolve(target.result);
        })`,
      );
      expect(left).toBe(0);
    });
  });

  describe("a save", () => {
    it("with an expired token renews it, and arrives once", async () => {
      const { page, context, name, client } = await world.visit("/app/bookmarks");
      const arrived = arrivedSaves(context);
      const expired = await world.system.token(name, [], -3_600);
      await changeSession(page, `user.expires_at = 1; user.access_token = "${expired}";`);
      await saveByForm(page, address("a-winter-morning"));
      await isDone(page, "A winter morning");
      expect(arrived.length).toBe(1);
      expect((await client.bookmarks.list()).bookmarks.length).toBe(1);
    });

    it("after the end of the session waits, and arrives once when the person has signed in again", async () => {
      const { page, context, name, client } = await world.visit("/app/bookmarks");
      const expired = await world.system.token(name, [], -3_600);
      await changeSession(page, `user.expires_at = 1; user.access_token = "${expired}"; user.refresh_token = "spent";`);
      const refused = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.status() === 401);
      await saveByForm(page, address("a-winter-morning"));
      await page.getByRole("article").getByText("Waiting to be sent").waitFor();
      await page.getByText("Your session has ended.").waitFor();
      await refused;
      expect((await client.bookmarks.list()).bookmarks).toEqual([]);
      const arrived = arrivedSaves(context);
      await page.getByRole("button", { name: "Sign in again" }).click();
      await page.getByRole("textbox", { name: "User name" }).fill(name);
      await page.getByRole("button", { name: "Sign in" }).click();
      await isDone(page, "A winter morning");
      await page.getByRole("link", { name: /^Waiting/ }).waitFor({ state: "detached" });
      expect(arrived).toEqual([address("a-winter-morning")]);
      expect((await client.bookmarks.list()).bookmarks.length).toBe(1);
    });

    it("whose address is typed when the session ends can be made after signing in again, by the same person only", async () => {
      const visit = await world.visit("/app/bookmarks");
      const { page, name } = visit;
      const signInAs = async (user: string) => {
        await page.getByRole("button", { name: "Sign in again" }).click();
        await page.getByRole("textbox", { name: "User name" }).fill(user);
        await page.getByRole("button", { name: "Sign in" }).click();
      };
      const end = async () => {
        await changeSession(page, 'user.expires_at = 1; user.refresh_token = "spent";');
        await page.evaluate('dispatchEvent(new Event("online"))');
        await page.getByText("Your session has ended.").waitFor();
      };
      const box = page.getByRole("textbox", { name: "Address or words" });
      await box.fill("blog.example/a-winter-morning");
      await page.getByRole("link", { name: "Slides" }).click();
      await page.getByRole("heading", { name: "Slides", level: 1 }).waitFor();
      await box.fill("speakerdeck.com/ada/owls");
      await end();
      await signInAs(name);
      await page.getByRole("heading", { name: "Slides", level: 1 }).waitFor();
      expect(await box.inputValue()).toBe("speakerdeck.com/ada/owls");
      await page.getByRole("link", { name: "Bookmarks" }).click();
      await page.getByRole("heading", { name: "Bookmarks", level: 1 }).waitFor();
      expect(await box.inputValue()).toBe("blog.example/a-winter-morning");
      await end();
      await signInAs("another-person");
      await page.getByRole("button", { name: "Save the first page" }).waitFor();
      expect(await box.inputValue()).toBe("");
    });

    it("in a tab that has not seen yet that somebody else has signed in does not become the other's", async () => {
      const { page, client, name } = await world.visit("/app/bookmarks");
      const token = await world.system.token("another-person");
      const other = new MagpieClient({ baseUrl: world.system.api, token });
      // A tab gets no event of what it changes itself.
      await changeSession(page, `user.access_token = "${token}";`);
      const refused = page.waitForResponse(
        (answer) => answer.url().endsWith("/v1/bookmarks") && answer.status() === 401,
      );
      await saveByForm(page, address("a-winter-morning"));
      await refused;
      await page.getByRole("article").getByText("Waiting to be sent").waitFor();
      expect((await other.bookmarks.list()).bookmarks).toEqual([]);
      await changeSession(page, `user.access_token = "${await world.system.token(name)}";`);
      await page.reload();
      await isDone(page, "A winter morning");
      expect((await client.bookmarks.list()).bookmarks.length).toBe(1);
    });

    it("of somebody else who signs in on the device leaves what waits of the first", async () => {
      const { page, context, name } = await world.visit("/app/bookmarks", { hasServiceWorker: true });
      await changeSession(page, 'user.expires_at = 1; user.refresh_token = "spent";');
      await context.setOffline(true);
      await saveByForm(page, address("a-winter-morning"));
      await page.getByRole("article").getByText("Waiting to be sent").waitFor();
      await context.setOffline(false);
      await page.getByText("Your session has ended.").waitFor();
      const signInAs = async (user: string) => {
        await page.getByRole("textbox", { name: "User name" }).fill(user);
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByRole("heading", { name: "Bookmarks", level: 1 }).waitFor();
      };
      await page.getByRole("button", { name: "Sign in again" }).click();
      await signInAs("another-person");
      await page.getByRole("button", { name: "Save the first page" }).waitFor();
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("textbox", { name: "User name" }).fill(name);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Bookmarks" }).click();
      await isDone(page, "A winter morning");
    });
  });
}
