import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { startChromium } from "../../client/chromium.ts";
import { DEVICES } from "../devices.ts";
import { everyScreen, turnTo } from "../every-screen.ts";
import { startPopulatedSystem } from "../populated-system.ts";
import { signIn } from "../sign-in.ts";
import { everyDialog, openDialog } from "./every-dialog.ts";
import { answerAs, STATES } from "./every-state.ts";
import { bringReadingStates } from "./reading-states.ts";
import { addVariedContent } from "./varied-content.ts";

// Takes a picture of every screen in every state, and of every dialog: `npx node test/console/screenshots/run.ts [folder]`.

/** The lists of what is marked, by the names of their pictures. */
const MARKED = {
  "bookmarks-unread": "/app/bookmarks?mark=unread",
  "bookmarks-starred": "/app/bookmarks?mark=starred",
  "bookmarks-gone": "/app/bookmarks?q=is%3Agone",
  "slides-unread": "/app/slides?mark=unread",
};

const PATIENCE_MS = 180_000;

const folder = resolve(process.argv[2] ?? "screenshots");

mkdirSync(folder, { recursive: true });
const populated = await startPopulatedSystem();
const texts = await bringReadingStates(populated);
await addVariedContent(populated);
const browser = await startChromium();
try {
  for (const [device, options] of Object.entries(DEVICES)) {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const locale of ["en-GB", "ja-JP"]) {
        const opened = async () => {
          const context = await browser.newContext({ baseURL: populated.system.api, ...options, colorScheme, locale });
          // A busy machine takes long to draw a thousand items, which is no fault of the pictures.
          context.setDefaultTimeout(PATIENCE_MS);
          return { context, page: await context.newPage() };
        };
        const picture = (page: Page, name: string) =>
          page.screenshot({ path: join(folder, `${name}-${device}-${colorScheme}-${locale.slice(0, 2)}.png`) });
        const { context, page } = await opened();
        await page.goto(populated.system.consoleUrl);
        await page.getByRole("button", { name: /^(Sign in|サインイン)$/ }).waitFor();
        await picture(page, "signed-out");
        await signIn(page, populated.name, true);
        for (const { name, path, shows } of everyScreen(populated)) {
          await page.goto(path);
          await page.locator("#content").getByText(shows).filter({ visible: true }).first().waitFor();
          await page.waitForLoadState("networkidle");
          await picture(page, name);
        }
        for (const [name, path] of Object.entries({ ...MARKED, ...texts })) {
          await page.goto(path);
          await page.locator("#content :is(article, .text)").first().waitFor();
          await page.waitForLoadState("networkidle");
          await picture(page, name);
        }
        for (const dialog of everyDialog(populated)) {
          await page.goto(dialog.path);
          await page.waitForLoadState("networkidle");
          await openDialog(page, dialog);
          await picture(page, `dialog-${dialog.name}`);
        }
        await context.close();
        for (const state of STATES) {
          const { context: inState, page: pageIn } = await opened();
          if (state !== "offline") await answerAs(state, inState);
          await pageIn.goto(populated.system.consoleUrl);
          await signIn(pageIn, populated.name, true);
          // The worker has all files of the console by then.
          await pageIn.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
          if (state === "offline") await answerAs(state, inState);
          for (const screen of everyScreen(populated)) {
            await turnTo(pageIn, screen);
            await pageIn.locator("#content h1").filter({ visible: true }).waitFor();
            if (state !== "loading") await pageIn.locator("#content .skeleton").first().waitFor({ state: "detached" });
            // The state last: a screen is called failed-jobs.
            await picture(pageIn, `${screen.name}-${state}`);
          }
          // A request of the page that is still being answered for it would end the script.
          await inState.unrouteAll({ behavior: "ignoreErrors" });
          await inState.close();
        }
      }
    }
  }
  console.log(`The pictures are in ${folder}.`);
} finally {
  await browser.close();
  await populated.close();
}
