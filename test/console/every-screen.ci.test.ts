import { describe, expect, it } from "vitest";
import { coveredWithMenus } from "./covered.ts";
import { DEVICES } from "./devices.ts";
import { everyScreen, isShowing, oneScreenOfEachKind, turnTo } from "./every-screen.ts";
import { lighthouseFindsNothing } from "./lighthouse-laws.ts";
import { loadedScreens } from "./loaded-screens.ts";
import { rolesAndNames } from "./names.ts";
import { composedWords } from "./parts/composed-words.ts";
import { populatedWorld } from "./populated-world.ts";
import { pricePlot } from "./prices/price-plot.ts";
import type { Findings, Pointer } from "./screen-laws.ts";
import { judge, noFindings, POINTERS, pressedLaws, SCREEN_LAWS } from "./screen-laws.ts";
import { everyDialog, openDialog } from "./screenshots/every-dialog.ts";
import { answerAs, STATES } from "./screenshots/every-state.ts";
import { deckPlayer } from "./slides/deck-player.ts";
import { forget, LateAnswers, painted } from "./steady-page.ts";
import { hostileScreens } from "./stories/hostile-screens.ts";
import { reachableScreens } from "./stories/reachable.ts";

// One start for all: none changes what the others look at.
const world = populatedWorld();
rolesAndNames(world);
loadedScreens(world);
lighthouseFindsNothing(world);
deckPlayer(world);
pricePlot(world);
composedWords(world);
hostileScreens(world);
reachableScreens(world);

/** A browser of the administrator, in a window that each law replaces by its own. */
function opened(pointer: Pointer, locale = "en-GB") {
  return world.visit("/app/settings", {
    name: world.populated.name,
    isAdmin: true,
    // The screen of a deck shows its player.
    mayRequest: ["https://speakerdeck.com"],
    locale,
    browser: { ...DEVICES.desktop, ...POINTERS[pointer], reducedMotion: "reduce" },
  });
}

/** What a walk finds. The first test of it goes the whole way, and each test looks at what breaks its own law. */
function once(walk: () => Promise<Findings>): () => Promise<Findings> {
  let found: Promise<Findings> | undefined;
  return () => {
    found ??= walk();
    return found;
  };
}

describe.each(SCREEN_LAWS)("every screen, in %s by a %s", (locale, pointer, laws) => {
  const walk = once(async () => {
    const { page, context } = await opened(pointer, locale);
    const answers = await LateAnswers.of(context);
    const found = noFindings(laws);
    for (const screen of everyScreen(world.populated)) {
      await turnTo(page, screen);
      // What is asked for after the first answer, such as a product's prices, is there as well.
      await judge(page, screen.name, laws, found, () => answers.give(page, () => isShowing(page, screen)));
    }
    return found;
  });

  it.each(laws.map(({ name }) => name))("%s", async (name) => {
    expect((await walk())[name]).toEqual({});
  });
});

const LISTS = ["bookmarks", "slides", "tags"];
/** Exports, and questions before a removal: the component of another dialog draws them. */
const ALIKE = ["export-books", "delete-recommendation", "block", "reset-cursor", "delete-job"];

describe.each(["mouse", "finger"] as const)("by a %s", (pointer) => {
  const laws = pressedLaws(pointer);

  describe("in every list that is shown as cards, or in which items are selected", () => {
    const walk = once(async () => {
      const { page, context } = await opened(pointer);
      const answers = await LateAnswers.of(context);
      const found = noFindings(laws);
      for (const screen of everyScreen(world.populated).filter(({ name }) => LISTS.includes(name))) {
        const settled = () => answers.give(page, () => isShowing(page, screen));
        await page.setViewportSize(DEVICES.desktop.viewport);
        await turnTo(page, screen);
        await settled();
        for (const button of ["Cards", "Select"]) {
          await page.setViewportSize(DEVICES.desktop.viewport);
          const pressed = page.locator("#content").getByRole("button", { name: button, exact: true });
          if ((await pressed.count()) === 0) continue;
          await pressed.click();
          await judge(page, `${screen.name} ${button}`, laws, found, settled);
        }
      }
      return found;
    });

    it.each(laws.map(({ name }) => name))("%s", async (name) => {
      expect((await walk())[name]).toEqual({});
    });
  });

  describe("in every dialog, and in the menu of the navigation", () => {
    const walk = once(async () => {
      const { page } = await opened(pointer);
      const found = noFindings(laws);
      const ofNavigation = pressedLaws(pointer, (each) => coveredWithMenus(each, "body"));
      await judge(page, "navigation", ofNavigation, found, () => painted(page));
      for (const dialog of everyDialog(world.populated).filter(({ name }) => !ALIKE.includes(name))) {
        await openDialog(page, dialog);
        await judge(page, dialog.name, laws, found, () => painted(page));
      }
      return found;
    });

    it.each(laws.map(({ name }) => name))("%s", async (name) => {
      expect((await walk())[name]).toEqual({});
    });
  });
});

describe.each(["desktop", "phone"] as const)("on a %s whatever is shown of a screen can be pressed", (device) => {
  it.each(STATES)("when it is %s", async (state) => {
    const { page, context } = await opened(device === "phone" ? "finger" : "mouse");
    await page.setViewportSize(DEVICES[device].viewport);
    if (state !== "offline") await forget(page);
    await answerAs(state, context);
    if (state !== "offline") await page.goto("/app/settings");
    const found: Record<string, readonly string[]> = {};
    for (const screen of oneScreenOfEachKind(world.populated)) {
      await turnTo(page, screen);
      await page.locator("#content h1").filter({ visible: true }).waitFor();
      if (state !== "loading") await page.locator("#content .skeleton").first().waitFor({ state: "detached" });
      const here = await coveredWithMenus(page);
      if (here.length > 0) found[screen.name] = here;
    }
    expect(found).toEqual({});
  });
});
