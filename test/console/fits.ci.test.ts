import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleVisits } from "./console-world.ts";
import { cutOff } from "./cut-off.ts";
import { DEVICES } from "./devices.ts";
import { everyScreen, isShowing, turnTo } from "./every-screen.ts";
import type { PopulatedSystem } from "./populated-system.ts";
import { startPopulatedSystem } from "./populated-system.ts";
import { LateAnswers } from "./steady-page.ts";
import { smallTargets } from "./touch-targets.ts";

let populated: PopulatedSystem;
beforeAll(async () => {
  populated = await startPopulatedSystem();
});
afterAll(() => populated?.close());
const visit = consoleVisits(() => populated.system);

/** What is found on every screen; screens without a finding are left out. */
async function onEveryScreen(
  browser: BrowserContextOptions,
  findings: (page: Page) => Promise<readonly string[]>,
  locale = "en-GB",
): Promise<Record<string, readonly string[]>> {
  const { page, context } = await visit("/app/settings", { name: populated.name, isAdmin: true, locale, browser });
  const answers = await LateAnswers.of(context);
  const found: Record<string, readonly string[]> = {};
  for (const screen of everyScreen(populated)) {
    await turnTo(page, screen);
    // What is asked for after the first answer, such as a product's listings, is there as well.
    await answers.give(page, () => isShowing(page, screen));
    const here = await findings(page);
    if (here.length > 0) found[screen.name] = here;
  }
  return found;
}

/** The size of text that a person has chosen, where a browser leaves the widths alone. */
const TWICE = "document.documentElement.style.fontSize = '200%'";

const NARROW = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };

describe.each(["en-GB", "ja-JP"])("in %s", (locale) => {
  it.each([
    ["of 320 px", NARROW],
    ["of a phone with forced colours", { ...DEVICES.phone, forcedColors: "active" }],
    ["of a desktop with forced colours", { ...DEVICES.desktop, forcedColors: "active" }],
  ] as const)("nothing is cut off in a window %s", async (_, browser) => {
    expect(await onEveryScreen(browser, cutOff, locale)).toEqual({});
  });

  it.each([
    ["a phone", DEVICES.phone],
    ["a desktop", DEVICES.desktop],
  ])("nothing is cut off on %s by text of twice the size", async (_, browser) => {
    const enlarged = async (page: Page) => {
      await page.evaluate(TWICE);
      return cutOff(page);
    };
    expect(await onEveryScreen(browser, enlarged, locale)).toEqual({});
  });
});

describe("where a finger presses", () => {
  it.each(["phone", "tablet"] as const)("everything is 44 px high and wide on a %s", async (device) => {
    expect(await onEveryScreen(DEVICES[device], smallTargets)).toEqual({});
  });
});
