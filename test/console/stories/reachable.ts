import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { everyScreen, follow, load } from "../every-screen.ts";
import type { PopulatedWorld } from "../populated-world.ts";
import { hasFocus, keys } from "./keyboard.ts";

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
}
