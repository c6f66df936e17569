import { expect, it } from "vitest";
import { consoleWorld } from "../console-world.ts";
import { DEVICES } from "../devices.ts";
import { signIn } from "../sign-in.ts";
import { serveChanges } from "./served-changes.ts";

const world = consoleWorld();
const ALL = 10_000;
/** More than are shown at once; how many there are beside these changes no place. */
const SOME = 1_000;
const SOUGHT = "Sparrow number 1999";

it("ten thousand bookmarks are searched and paged, and only those on the screen are rendered", async () => {
  const { page, context } = await world.visit("/app/settings");
  await serveChanges(context, ALL);
  await page.goto("/app/bookmarks");
  await page.getByText("50 of 10,000").waitFor();
  await expect.poll(() => page.getByRole("article").count(), { timeout: 60_000 }).toBe(50);
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByText("100 of 10,000").waitFor();
  await expect.poll(() => page.getByRole("article").count(), { timeout: 60_000 }).toBe(100);
  await page.getByRole("textbox", { name: "Address or words" }).fill(SOUGHT);
  await page.getByText("1 bookmark", { exact: true }).waitFor();
  await page.getByRole("heading", { name: SOUGHT }).waitFor();
  await page.getByRole("textbox", { name: "Address or words" }).fill("");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("combobox", { name: "Filter by tags" }).fill("TAG 7");
  await page.getByRole("option", { name: "tag 7", exact: true }).click();
  await page.getByText("50 of 500").waitFor();

  // The texts are not prepared yet.
  await page.goto("/app/bookmarks?q=sparrow+number+1999");
  await page.getByRole("heading", { name: SOUGHT }).waitFor();
  await page.getByText("1 bookmark", { exact: true }).waitFor();
});

it.each(["phone", "desktop"] as const)(
  "a reload, Back and the link to all come back to the place and the item in the list of a %s",
  async (device) => {
    const browser = DEVICES[device];
    const { page, context } = await world.visit("/app/bookmarks", { isSignedOut: true, browser });
    await serveChanges(context, SOME);
    await signIn(page, "returner", false);
    await page.getByText("50 of 1,000").waitFor();
    // The note above the list, which is gone when all are there, would move it.
    await page.getByText("Fetching your bookmarks").waitFor({ state: "detached" });
    // By the keyboard: rows that come into the window move the button, and a press by the pointer may miss it.
    await page.getByRole("button", { name: "Show more" }).press("Enter");
    await page.getByText("100 of 1,000").waitFor();
    const eightieth = page.getByRole("heading", { name: "Sparrow number 920" });
    const height = async () => Math.round((await eightieth.boundingBox())?.y ?? 0);
    // Rows that come into the window get their own heights in the next frames, and move it. A click moves only what is
    // outside of the window.
    const scrollToIt = async () => {
      await eightieth.evaluate((heading) => heading.scrollIntoView({ block: "center", behavior: "instant" }));
      await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
      return Math.abs((await height()) - (await page.evaluate<number>("innerHeight")) / 2);
    };
    await expect.poll(scrollToIt).toBeLessThan(100);
    const before = await height();
    const isBack = async () => {
      await page.getByText("100 of 1,000").waitFor();
      await expect.poll(height).toBe(before);
    };
    await page.reload();
    await isBack();
    // Its screen is loaded when it is opened for the first time.
    const opened = page.getByRole("heading", { level: 1, name: "Sparrow number 920" });
    await eightieth.getByRole("link").click();
    await opened.waitFor();
    await page.goBack();
    await isBack();
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Sparrow number 920");
    await eightieth.getByRole("link").click();
    await opened.waitFor();
    await page.locator(".back a").click();
    await isBack();
  },
);
