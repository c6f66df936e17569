import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { until } from "../../local/until.ts";
import { saveByForm } from "../bookmarks/bookmarks-list.ts";
import { changeSession } from "../session-changes.ts";
import { arrivedSaves } from "./arrived-saves.ts";
import type { StoriesWorld } from "./stories-world.ts";

const address = (page: string) => `https://blog.example/${page}`;

/** The page with this title is on the screen, and has been read. */
async function isDone(page: Page, title: string): Promise<void> {
  await page.getByRole("article", { name: title }).getByText("Done", { exact: true }).waitFor();
}

/** How sessions end in a browser; what this means for the stores is told by the tests of `console/session` and `console/library`. */
export function sessions(world: StoriesWorld): void {
  it("two tabs are signed out together, and nothing of the person stays on the device", async () => {
    const visit = await world.visit("/app/bookmarks");
    const { page } = visit;
    await saveByForm(page, address("a-hedge-for-sparrows"));
    await isDone(page, "A hedge for sparrows");
    const other = await visit.context.newPage();
    await other.goto("/app/bookmarks");
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
  it("a save after the end of the session waits, and arrives once when the person has signed in again", async () => {
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
}
