import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { startChromium } from "../../client/chromium.ts";
import { everyScreen } from "../every-screen.ts";
import { startPopulatedSystem } from "../populated-system.ts";
import { signIn } from "../sign-in.ts";
import { everyDialog } from "./every-dialog.ts";

// Takes a picture of every screen and every dialog: `npx node test/console/screenshots/run.ts [folder]`.

const folder = resolve(process.argv[2] ?? "screenshots");
const DEVICES = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 375, height: 800 },
};

mkdirSync(folder, { recursive: true });
const populated = await startPopulatedSystem();
const browser = await startChromium();
try {
  for (const [device, viewport] of Object.entries(DEVICES)) {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const locale of ["en-GB", "ja-JP"]) {
        const context = await browser.newContext({ baseURL: populated.system.api, viewport, colorScheme, locale });
        const page = await context.newPage();
        await page.goto(populated.system.consoleUrl);
        await signIn(page, populated.name, true);
        const picture = (name: string) =>
          page.screenshot({ path: join(folder, `${name}-${device}-${colorScheme}-${locale.slice(0, 2)}.png`) });
        for (const { name, path, shows } of everyScreen(populated)) {
          await page.goto(path);
          await page.locator("#content").getByText(shows).filter({ visible: true }).first().waitFor();
          await page.waitForLoadState("networkidle");
          await picture(name);
        }
        for (const { name, path, button } of everyDialog(populated)) {
          await page.goto(path);
          await page.getByRole("button", { name: button }).first().click();
          await page.getByRole("dialog").waitFor();
          await picture(`dialog-${name}`);
        }
        await context.close();
      }
    }
  }
  console.log(`The pictures are in ${folder}.`);
} finally {
  await browser.close();
  await populated.close();
}
