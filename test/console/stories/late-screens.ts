import type { BrowserContext } from "playwright-core";
import { it } from "vitest";
import type { NamedScreen } from "../every-screen.ts";
import { everyScreen, isShown, turnTo } from "../every-screen.ts";
import type { PopulatedWorld } from "../populated-world.ts";

/** Screens that ask the API when they are opened; the others show what is on the device. */
const ASKING = new Set([
  "books",
  "prices",
  "price",
  "recommendations",
  "incoming",
  "deliveries",
  "failed-jobs",
  "jobs",
  "notices",
]);

/** The waits between attempts, scaled as those of the local system are; the time for an answer stays. */
const SHORT_WAITS = `{
  const wait = setTimeout;
  window.setTimeout = (run, ms = 0, ...values) => wait(run, ms < 5_000 ? ms / 100 : ms, ...values);
}`;

const isAsked = (url: URL) => url.pathname.startsWith("/v1/") && url.pathname !== "/v1/changes";

/** Holds the API's answers back until the returned function is called. */
async function holdBack(context: BrowserContext): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await context.route(isAsked, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/** Screens whose answers are late, or do not come. */
export function lateScreens(world: PopulatedWorld): void {
  /** The screens that ask the API, with their items. */
  function askingScreens(): readonly NamedScreen[] {
    return everyScreen(world.populated).filter(({ name }) => ASKING.has(name));
  }

  it("a cut connection is explained on every screen that asks the API, and over after Try again", async () => {
    const { page, context } = await world.visit("/app/settings", { name: world.populated.name, isAdmin: true });
    await page.addInitScript(SHORT_WAITS);
    await page.reload();
    let isCut = true;
    await context.route(isAsked, (route) => (isCut ? route.abort("connectionreset") : route.continue()));
    for (const screen of askingScreens()) {
      isCut = true;
      await turnTo(page, screen);
      await page.getByRole("alert").filter({ hasText: "Check the network", visible: true }).first().waitFor();
      isCut = false;
      await page.locator("#content").getByRole("button", { name: "Try again" }).first().press("Enter");
      await isShown(page, screen);
    }
  });

  it("every screen shows what is waited for", async () => {
    const { page, context } = await world.visit("/app/settings", { name: world.populated.name, isAdmin: true });
    for (const screen of askingScreens()) {
      const release = await holdBack(context);
      await turnTo(page, screen);
      await page
        .getByRole("status")
        .filter({ hasText: /Loading|being read/ })
        .first()
        .waitFor();
      release();
      await isShown(page, screen);
      await context.unroute(isAsked);
    }
  });
}
