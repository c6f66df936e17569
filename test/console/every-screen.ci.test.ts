import { describe, expect, it } from "vitest";
import { ChangingWindow, POINTERS } from "./changing-window.ts";
import { coveredWithMenus } from "./covered.ts";
import { DEVICES } from "./devices.ts";
import { everyScreen, isShowing, oneScreenOfEachKind, turnTo } from "./every-screen.ts";
import { lighthouseFindsNothing } from "./lighthouse-laws.ts";
import { loadedScreens } from "./loaded-screens.ts";
import { rolesAndNames } from "./names.ts";
import { composedWords } from "./parts/composed-words.ts";
import { populatedWorld } from "./populated-world.ts";
import { pricePlot } from "./prices/price-plot.ts";
import type { Findings } from "./screen-laws.ts";
import { by, judge, noFindings, pressedLaws, SCREEN_LAWS } from "./screen-laws.ts";
import { canOpen, everyDialog, openDialog } from "./screenshots/every-dialog.ts";
import type { ScreenState } from "./screenshots/every-state.ts";
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

/** A browser of the administrator, whose window each law replaces by its own. */
async function opened(locale = "en-GB") {
  const { page, context } = await world.visit("/app/settings", {
    name: world.populated.name,
    isAdmin: true,
    // The screen of a deck shows its player.
    mayRequest: ["https://speakerdeck.com"],
    locale,
    browser: { viewport: DEVICES.desktop.viewport, reducedMotion: "reduce" },
  });
  return { page, context, window: await ChangingWindow.of(page) };
}

/** What a walk finds. The first test of it goes the whole way, and each test looks at what breaks its own law. */
function once(walk: () => Promise<Findings>): () => Promise<Findings> {
  let found: Promise<Findings> | undefined;
  return () => {
    found ??= walk();
    return found;
  };
}

describe.each(SCREEN_LAWS)("every screen, in %s", (locale, laws) => {
  const walk = once(async () => {
    const { page, context, window } = await opened(locale);
    const answers = await LateAnswers.of(context);
    const found = noFindings(laws);
    for (const pointer of POINTERS) {
      for (const screen of everyScreen(world.populated)) {
        await turnTo(page, screen);
        // What is asked for after the first answer, such as a product's prices, is there as well.
        const settled = () => answers.give(page, () => isShowing(page, screen));
        await judge(window, screen.name, by(pointer, laws), found, settled);
      }
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

describe("in every dialog, in the menu of the navigation, and in every list of cards or of what is selected", () => {
  const laws = pressedLaws();
  const walk = once(async () => {
    const { page, context, window } = await opened();
    const answers = await LateAnswers.of(context);
    const found = noFindings(laws);
    const answered = () => answers.give(page, async () => true);
    const ofNavigation = pressedLaws((each) => coveredWithMenus(each, "body"));
    for (const pointer of POINTERS) {
      const here = by(pointer, laws);
      const wide = { pointer, size: DEVICES.desktop.viewport };
      await judge(window, "navigation", by(pointer, ofNavigation), found, answered);
      for (const dialog of everyDialog(world.populated).filter(({ name }) => !ALIKE.includes(name))) {
        await window.becomes(wide);
        await turnTo(page, dialog);
        await answers.give(page, () => canOpen(page, dialog));
        await openDialog(page, dialog);
        await judge(window, dialog.name, here, found, answered);
      }
      for (const screen of everyScreen(world.populated).filter(({ name }) => LISTS.includes(name))) {
        const settled = () => answers.give(page, () => isShowing(page, screen));
        await window.becomes(wide);
        await turnTo(page, screen);
        await settled();
        for (const button of ["Cards", "Select"]) {
          await window.becomes(wide);
          const pressed = page.locator("#content").getByRole("button", { name: button, exact: true });
          if ((await pressed.count()) === 0) continue;
          await pressed.click();
          await judge(window, `${screen.name} ${button}`, here, found, settled);
        }
      }
    }
    return found;
  });

  it.each(laws.map(({ name }) => name))("%s", async (name) => {
    expect((await walk())[name]).toEqual({});
  });
});

describe("whatever is shown of a screen can be pressed", () => {
  const lawsOf = (state: ScreenState) =>
    (
      [
        ["desktop", "mouse"],
        ["phone", "finger"],
      ] as const
    ).map(([device, pointer]) => {
      const size = DEVICES[device].viewport;
      return { name: `when it is ${state}, on a ${device}`, pointer, size, findings: coveredWithMenus };
    });
  const all = STATES.flatMap(lawsOf);
  const walk = once(async () => {
    const { page, context, window } = await opened();
    const found = noFindings(all);
    // Without a network before anything else: the page has no file yet but those of the settings.
    for (const state of ["offline", ...STATES.filter((each) => each !== "offline")] as const) {
      await window.isLeft();
      if (state !== "offline") await forget(page);
      await answerAs(state, context);
      if (state !== "offline") await page.goto("/app/settings");
      for (const pointer of POINTERS) {
        for (const screen of oneScreenOfEachKind(world.populated)) {
          await turnTo(page, screen);
          await page.locator("#content h1").filter({ visible: true }).waitFor();
          if (state !== "loading") await page.locator("#content .skeleton").first().waitFor({ state: "detached" });
          await judge(window, screen.name, by(pointer, lawsOf(state)), found, () => painted(page));
        }
      }
      await context.setOffline(false);
      await context.unrouteAll({ behavior: "ignoreErrors" });
    }
    return found;
  });

  it.each(all.map(({ name }) => name))("%s", async (name) => {
    expect((await walk())[name]).toEqual({});
  });
});
