import { renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { APIResponse, Browser, Route } from "playwright-core";
import { chromium } from "playwright-core";
import { browserFolder, unpackChromium } from "../../lambdas/mercari/fetch/unpack-chromium.ts";

/** Starts `MAGPIE_CHROMIUM`, or the Chromium among the packages; no host name but loopback's resolves. */
export async function startChromium(): Promise<Browser> {
  return chromium.launch(await chromiumOptions());
}

/** How it is started. */
export async function chromiumOptions() {
  const named = process.env.MAGPIE_CHROMIUM;
  return {
    ...(named === undefined ? await packaged() : { executablePath: named }),
    // Without the package's own arguments, which put all pages into one process and disable its security features.
    args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    headless: true,
  };
}

/** Where Debian's package `fonts-ipafont-gothic` has its fonts. The browser's own have no Japanese character, and none of its width. */
const JAPANESE_FONTS = "/usr/share/fonts/opentype/ipafont-gothic";
const GENERIC = ["serif", "sans-serif", "system-ui", "monospace"];

async function packaged() {
  const { path, env } = await unpackChromium();
  const own = join(dirname(path), "fonts.conf");
  const fonts = join(browserFolder(), "fonts-of-tests.conf");
  const made = `${fonts}-${process.pid}`;
  const sources = `<include>${own}</include><dir>${JAPANESE_FONTS}</dir>`;
  // The Japanese font alone has a serif's class: Latin letters would be as wide as its own.
  const latin = GENERIC.map(
    (family) => `<alias><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`,
  );
  writeFileSync(made, `<fontconfig>${sources}${latin.join("")}</fontconfig>\n`);
  // At once: another process may start its browser now.
  renameSync(made, fonts);
  return { executablePath: path, env: { ...env, FONTCONFIG_FILE: fonts } };
}

let shared: Promise<Browser> | undefined;

/**
 * The browser of this process, for tests that separate their pages by contexts. The process keeps it until it ends: each
 * start takes as long as a short test.
 */
export function sharedChromium(): Promise<Browser> {
  shared ??= startChromium();
  return shared;
}

/** The server's own answer to a routed request. The connection may be one that the server is about to close. */
export function ownAnswer(route: Route): Promise<APIResponse> {
  return route.fetch({ maxRetries: 3 });
}
