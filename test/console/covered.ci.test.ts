import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleVisits } from "./console-world.ts";
import { covered } from "./covered.ts";
import { DEVICES } from "./devices.ts";
import type { NamedScreen } from "./every-screen.ts";
import { everyScreen, follow, isShowing, isShown, turnTo } from "./every-screen.ts";
import type { PopulatedSystem } from "./populated-system.ts";
import { startPopulatedSystem } from "./populated-system.ts";
import { everyDialog, openDialog } from "./screenshots/every-dialog.ts";
import { answerAs, STATES } from "./screenshots/every-state.ts";
import { forget, LateAnswers } from "./steady-page.ts";

let populated: PopulatedSystem;
beforeAll(async () => {
  populated = await startPopulatedSystem();
});
afterAll(() => populated?.close());
const visit = consoleVisits(() => populated.system);

const SIZES: readonly (readonly [string, BrowserContextOptions])[] = [
  ["a desktop", DEVICES.desktop],
  ["a small window with a mouse", { viewport: { width: 1_000, height: 640 } }],
  ["a narrow window with a mouse", { viewport: { width: 640, height: 800 } }],
  ["a tablet", DEVICES.tablet],
  ["a phone", DEVICES.phone],
  ["a phone of 320 px", { ...DEVICES.phone, viewport: { width: 320, height: 568 } }],
];

async function opened(browser: BrowserContextOptions) {
  return visit("/app/settings", {
    name: populated.name,
    isAdmin: true,
    mayRequest: ["https://speakerdeck.com"],
    browser: { reducedMotion: "reduce", ...browser },
  });
}

/** What can't be pressed in what the buttons of a screen open, of which the items' are alike. */
async function inMenus(page: Page): Promise<string[]> {
  const found: string[] = [];
  const buttons = page.locator(
    ":nth-child(1 of article) [popovertarget]:visible, :not(article *)[popovertarget]:visible",
  );
  for (const button of await buttons.all()) {
    await button.click();
    found.push(...(await covered(page)));
    await page.keyboard.press("Escape");
  }
  return found;
}

/** What can't be pressed on each screen; screens without a finding are left out. */
async function onEveryScreen(page: Page, comeTo: (screen: NamedScreen) => Promise<unknown>) {
  const found: Record<string, readonly string[]> = {};
  for (const screen of everyScreen(populated)) {
    await comeTo(screen);
    const here = [...(await covered(page)), ...(await inMenus(page))];
    if (here.length > 0) found[screen.name] = [...new Set(here)];
  }
  return found;
}

const LISTS = ["bookmarks", "slides", "tags"];

describe.each(SIZES)("on %s whatever is shown can be pressed at its middle and its corners", (_, browser) => {
  it("on every screen", async () => {
    const { page, context } = await opened(browser);
    const answers = await LateAnswers.of(context);
    const found = await onEveryScreen(page, async (screen) => {
      await turnTo(page, screen);
      // What is asked for after the first answer, such as a product's prices, is there as well.
      await answers.give(page, () => isShowing(page, screen));
    });
    expect(found).toEqual({});
  });

  it("in every list that is shown as cards, or in which items are selected", async () => {
    const { page } = await opened(browser);
    const found: Record<string, readonly string[]> = {};
    for (const screen of everyScreen(populated).filter(({ name }) => LISTS.includes(name))) {
      await follow(page, screen);
      for (const button of ["Cards", "Select"]) {
        const pressed = page.locator("#content").getByRole("button", { name: button, exact: true });
        if ((await pressed.count()) === 0) continue;
        await pressed.click();
        await isShown(page, screen);
        const here = await covered(page);
        if (here.length > 0) found[`${screen.name} ${button}`] = here;
      }
    }
    expect(found).toEqual({});
  });

  it("in every dialog", async () => {
    const { page } = await opened(browser);
    const found: Record<string, readonly string[]> = {};
    for (const dialog of everyDialog(populated)) {
      await openDialog(page, dialog);
      const here = await covered(page);
      if (here.length > 0) found[dialog.name] = here;
    }
    expect(found).toEqual({});
  });
});

describe.each(["desktop", "phone"] as const)("on a %s whatever is shown of a screen can be pressed", (device) => {
  it.each(STATES)("when it is %s", async (state) => {
    const { page, context } = await opened(DEVICES[device]);
    if (state !== "offline") await forget(page);
    await answerAs(state, context);
    if (state !== "offline") await page.goto("/app/settings");
    const found = await onEveryScreen(page, async (screen) => {
      await turnTo(page, screen);
      await page.locator("#content h1").filter({ visible: true }).waitFor();
      if (state !== "loading") await page.locator("#content .skeleton").first().waitFor({ state: "detached" });
    });
    expect(found).toEqual({});
  });
});
