import type { Browser, Page } from "playwright-core";
import type { Runner } from "../../lib/local/runner.ts";
import { sharedChromium } from "../client/chromium.ts";
import { startTestRunner } from "../local/runner-of-tests.ts";
import type { Door } from "../local/stories/recommendations-system.ts";
import { openDoor } from "../local/stories/recommendations-system.ts";
import { temporaryFolder } from "../local/temporary-folders.ts";

/** The site of a local system in a browser, at an address of its own: another origin than the API's, as at AWS. */
export interface BrowsedSite {
  readonly runner: Runner;
  readonly door: Door;
  readonly page: Page;
  /** Requests to other origins than the site's and the API's. */
  readonly elsewhere: string[];
  /** What the page complains of: errors of its scripts, and what its content security policy has refused. */
  readonly complaints: string[];
  stop(): Promise<void>;
}

/** Starts a system, and opens an empty page. */
export async function browseSite(): Promise<BrowsedSite> {
  const folder = temporaryFolder();
  const [browser, door]: [Browser, Door] = await Promise.all([sharedChromium(), openDoor()]);
  const options = { dataFolder: folder.path, siteUrl: door.origin, timeScale: 1 };
  const runner = await startTestRunner({ ...options, egressMap: {} });
  door.leadTo(runner.outputs.api_url);
  const context = await browser.newContext();
  const page = await context.newPage();
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && ![door.origin, runner.outputs.api_url].includes(origin)) elsewhere.push(request.url());
  });
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const stop = async () => {
    await context.close();
    await runner.stop();
    await door.close();
    folder.remove();
  };
  return { runner, door, page, elsewhere, complaints, stop };
}
