import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { everyScreen, follow, load } from "../every-screen.ts";
import type { PopulatedWorld } from "../populated-world.ts";
import { hasFocus, keys, tabTo } from "./keyboard.ts";

/** Stops of Tab that are looked at on each screen: a list repeats its items. */
const MOST_STOPS = 40;

/** The element with the focus: its markup, and whether one sees and hears where one is. */
interface Stop {
  readonly html: string;
  readonly isPage: boolean;
  readonly isSeen: boolean;
}

function stop(page: Page): Promise<Stop> {
  return page.evaluate<Stop>(`(() => {
    const element = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return {
      html: element.outerHTML.slice(0, 200),
      isPage: element === document.body || element === document.documentElement,
      isSeen: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && width > 0 && height > 0,
    };
  })()`);
}

/** The name by which screen readers call the element with the focus, as the browser has computed it. */
async function nameOf(page: Page): Promise<string> {
  const snapshot = await page.locator(":focus").ariaSnapshot();
  return snapshot.split("\n")[0] ?? "";
}

/** Every screen by the keyboard. */
export function reachableScreens(world: PopulatedWorld): void {
  it("everything on every screen is reached by Tab, seen and named", async () => {
    const mayRequest = ["https://speakerdeck.com"];
    const { page } = await world.visit("/app/", { name: world.populated.name, isAdmin: true, mayRequest });
    const wrongs: string[] = [];
    for (const [index, screen] of everyScreen(world.populated).entries()) {
      // After a load Tab begins at the navigation, and within the console at the heading.
      await (index === 0 ? load(page, screen) : follow(page, screen));
      for (let stops = 0; stops < MOST_STOPS; stops += 1) {
        await keys(page, "Tab");
        const { html, isPage, isSeen } = await stop(page);
        if (isPage || html.startsWith("<iframe")) break;
        const named = await nameOf(page);
        if (!isSeen) wrongs.push(`${screen.name}: not seen: ${html}`);
        if (!/ ".+"|: ./.test(named)) wrongs.push(`${screen.name}: without a name: ${named} ${html}`);
      }
    }
    expect(wrongs).toEqual([]);
  });

  it("the first Tab leads past the navigation", async () => {
    const { page } = await world.visit("/app/bookmarks", { name: world.populated.name });
    await page.reload();
    await page.getByRole("heading", { name: "Bookmarks", level: 1 }).waitFor();
    await keys(page, "Tab");
    await hasFocus(page, page.getByRole("link", { name: "Skip to the content" }));
    await keys(page, "Enter", "Tab");
    expect(await page.evaluate(`document.activeElement.closest("main") !== null`)).toBe(true);
  });

  describe("shortcuts", () => {
    it("are listed by ?, and the focus is back when the list is closed", async () => {
      const { page } = await world.visit("/app/bookmarks", { name: world.populated.name });
      const edit = page.getByRole("button", { name: "Edit" }).first();
      await edit.waitFor();
      await edit.focus();
      await keys(page, "Shift+?");
      const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await sheet.waitFor();
      await keys(page, "g", "s", "Escape");
      await sheet.waitFor({ state: "hidden" });
      await hasFocus(page, edit);
      expect(new URL(page.url()).pathname).toBe("/app/bookmarks");
    });

    it("do nothing in text boxes, while an input method composes, and when they are switched off", async () => {
      const { page, context } = await world.visit("/app/bookmarks", { name: world.populated.name });
      const search = page.getByRole("textbox", { name: "Address or words" });
      await search.focus();
      await keys(page, "g", "s", "n", "j", "u");
      await keys(page, "/", "Shift+?");
      expect(await search.inputValue()).toBe("gsnju/?");
      await search.fill("");

      await page.getByRole("heading", { name: "Bookmarks", level: 1 }).focus();
      await page.evaluate(`document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", { key: "n", isComposing: true, bubbles: true, cancelable: true }),
    )`);
      const keyboard = await context.newCDPSession(page);
      await keyboard.send("Input.dispatchKeyEvent", { type: "keyDown", key: "Process", windowsVirtualKeyCode: 229 });
      await hasFocus(page, page.getByRole("heading", { name: "Bookmarks", level: 1 }));

      await page.getByRole("link", { name: "Settings" }).click();
      await tabTo(page, page.getByRole("checkbox", { name: /shortcuts/i }));
      await keys(page, "Space");
      await page.getByRole("link", { name: "Bookmarks" }).click();
      await page.getByRole("heading", { name: "Bookmarks", level: 1 }).waitFor();
      await keys(page, "n", "/", "Shift+?", "g", "s");
      await hasFocus(page, page.getByRole("heading", { name: "Bookmarks", level: 1 }));
      expect(new URL(page.url()).pathname).toBe("/app/bookmarks");
      expect(await page.getByRole("dialog").count()).toBe(0);
    });
  });

  describe("the focus is never lost", () => {
    /** The focus is on something, and stays there after what the press of a key has caused is over. */
    async function isKept(page: Page, what: string): Promise<void> {
      const { isPage } = await stop(page);
      expect({ [what]: isPage }).toEqual({ [what]: false });
    }

    it("when a dialog is closed, a tab or a screen is changed, or something is deleted", async () => {
      const { page, client } = await world.visit("/app/bookmarks", { isAdmin: true });
      for (const name of ["rowan", "hawthorn"]) await client.bookmarks.save({ url: `https://blog.example/${name}` });
      for (const name of ["birds", "trees"]) await client.stocks.save({ url: `https://speakerdeck.com/hedge/${name}` });
      await page.getByRole("article").getByText("Done", { exact: true }).nth(1).waitFor();
      const dialog = page.getByRole("dialog");
      for (const [screen, button] of [
        ["Bookmarks", "Edit"],
        ["Bookmarks", "Export"],
        ["Bookmarks", "Import"],
        ["Slides", "Edit"],
        ["Books", "Export"],
        ["Prices", "New product"],
        ["Prices", "Alert"],
        ["Prices", "Delete"],
        ["Recommendations", "Edit"],
        ["Recommendations", "Delete"],
      ] as const) {
        await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: screen }).press("Enter");
        await page.getByRole("heading", { name: screen, level: 1 }).waitFor();
        await isKept(page, screen);
        const opener = page.locator("#content").getByRole("button", { name: button, exact: true }).first();
        await opener.press("Enter");
        await dialog.waitFor();
        await keys(page, "Escape");
        await dialog.waitFor({ state: "hidden" });
        await hasFocus(page, opener);
      }
      for (const [screen, tabs] of [
        ["Recommendations", ["Incoming", "Deliveries"]],
        ["Operations", ["Failed jobs", "Jobs", "Alarms"]],
      ] as const) {
        await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: screen }).press("Enter");
        for (const tab of tabs) {
          // What waits in a tab is told after its label.
          await page.getByRole("tab", { name: new RegExp(`^${tab}`) }).press("Enter");
          await page.getByRole("tab", { name: new RegExp(`^${tab}`), selected: true }).waitFor();
          await page.waitForLoadState("networkidle");
          await isKept(page, `${screen}: ${tab}`);
        }
      }
      for (const screen of ["Bookmarks", "Slides"]) {
        await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: screen }).press("Enter");
        const articles = page.getByRole("list", { name: screen }).getByRole("article");
        await articles.first().waitFor();
        for (let left = await articles.count(); left > 0; left -= 1) {
          await articles.last().getByRole("button", { name: "Delete" }).press("Enter");
          await articles.nth(left - 1).waitFor({ state: "detached" });
          await isKept(page, `${screen}: ${left - 1} left`);
        }
      }
    });
  });
}
