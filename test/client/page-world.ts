import { resolve } from "node:path";
import { build } from "esbuild";
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach } from "vitest";
import { sharedChromium } from "./chromium.ts";
import type { ScriptedApi } from "./scripted-api.ts";
import { serve } from "./scripted-api.ts";

const CLIENT = resolve(import.meta.dirname, "../../client");

/** Pages in Chromium on the origin of an API; each test has an API and a browser profile of its own. */
export interface PageWorld<Api> {
  readonly api: Api;
  readonly context: BrowserContext;
  readonly origin: string;
  /** Opens a tab, and waits until the page's script has come to its end. */
  opened(path?: string): Promise<Page>;
}

/**
 * Builds a script for the pages of a file's tests.
 *
 * @param script a module in TypeScript that imports from the client's folder; it ends by setting `window.queue`
 */
export function pageWorld<Api extends ScriptedApi>(script: string, newApi: () => Api): PageWorld<Api> {
  let built: string;
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: script, resolveDir: CLIENT, loader: "ts" },
      bundle: true,
      write: false,
      platform: "browser",
      format: "esm",
      target: "es2022",
    });
    built = outputFiles[0]?.text ?? "";
  });

  let api: Api;
  let served: Awaited<ReturnType<typeof serve>>;
  let context: BrowserContext;
  beforeEach(async () => {
    api = newApi();
    served = await serve(api, (path) => {
      if (path.startsWith("/v1/")) return undefined;
      if (path === "/page.js") return { type: "text/javascript", body: built };
      return { type: "text/html", body: '<title>A page</title><script type="module" src="/page.js"></script>' };
    });
    const browser = await sharedChromium();
    context = await browser.newContext();
  });
  afterEach(async () => {
    await context.close();
    await served.close();
  });

  return {
    get api() {
      return api;
    },
    get context() {
      return context;
    },
    get origin() {
      return served.origin;
    },
    async opened(path = "/") {
      const page = await context.newPage();
      await page.goto(served.origin + path);
      await page.waitForFunction("window.queue !== undefined");
      return page;
    },
  };
}

/** Runs a script in a page. Its names belong to the page, so that the compiler does not check them. */
export function inPage<T>(page: Page, text: string): Promise<T> {
  return page.evaluate<T>(text);
}
