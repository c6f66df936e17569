import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DEVICES } from "./devices.ts";
import type { NamedScreen } from "./every-screen.ts";
import { changeAddress, everyScreen, isShowing, oneScreenOfEachKind } from "./every-screen.ts";
import type { PopulatedWorld } from "./populated-world.ts";
import { answerEmpty } from "./screenshots/every-state.ts";
import { forget, jumps, LateAnswers, noteShifts, takeShifts } from "./steady-page.ts";

/** A fifth of what Chromium's developers call good (https://web.dev/articles/cls). */
const MOST = 0.02;

/** A browser of the administrator whose pages note what jumps, and get late what they ask the API for. */
async function lateVisit(
  world: PopulatedWorld,
  device: keyof typeof DEVICES,
  answer?: (route: Route) => Promise<void>,
) {
  const { name } = world.populated;
  const browser = DEVICES[device];
  const { context, page } = await world.visit("/app/settings", { name, isAdmin: true, browser });
  // From the next load on.
  await noteShifts(context);
  const answers = await LateAnswers.of(context, answer);
  /** Looks at screens, and says where more has jumped than may. */
  const jumping = async (
    screens: readonly NamedScreen[],
    comeTo: (screen: NamedScreen) => Promise<unknown>,
    order: "first" | "last" = "first",
  ) => {
    const found: Record<string, readonly string[]> = {};
    for (const screen of screens) {
      await comeTo(screen);
      await answers.give(page, () => (answer === undefined ? isShowing(page, screen) : isEmpty(page)), order);
      const jumped = jumps(await takeShifts(page), MOST);
      if (jumped.length > 0) found[screen.name] = jumped;
    }
    return found;
  };
  return { page, jumping };
}

/** Whether an empty screen has no placeholder any more. */
async function isEmpty(page: Page): Promise<boolean> {
  const content = page.locator("#content");
  return (await content.locator("h1").isVisible()) && (await content.locator(".skeleton").count()) === 0;
}

/** A screen whose data comes late stays where it is. */
export function loadedScreens(world: PopulatedWorld): void {
  describe("nothing jumps", () => {
    // A phone has the less room, and a desktop other columns; what is different of the others is the order of the answers.
    it.each(["phone", "desktop"] as const)("on a screen that is opened first on a %s", async (device) => {
      const { page, jumping } = await lateVisit(world, device);
      const jumped = await jumping(oneScreenOfEachKind(world.populated), async ({ path }) => {
        await forget(page);
        await page.goto(path);
      });
      expect(jumped).toEqual({});
    });

    it("on a screen that is loaded again", async () => {
      const { page, jumping } = await lateVisit(world, "desktop");
      const screens = oneScreenOfEachKind(world.populated);
      expect(await jumping(screens, ({ path }) => page.goto(path), "last")).toEqual({});
    });

    it("on a screen to which a link leads", async () => {
      const { page, jumping } = await lateVisit(world, "phone");
      await page.goto("/app/no-screen");
      const screens = everyScreen(world.populated);
      expect(await jumping(screens, ({ path }) => changeAddress(page, path))).toEqual({});
    });

    it("on a screen that stays empty", async () => {
      const { page, jumping } = await lateVisit(world, "phone", answerEmpty);
      const jumped = await jumping(oneScreenOfEachKind(world.populated), async ({ path }) => {
        await forget(page);
        await page.goto(path);
      });
      expect(jumped).toEqual({});
    });
  });
}
