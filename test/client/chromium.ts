import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";

/** Starts `MAGPIE_CHROMIUM`, or the Chromium among the packages; no host name but loopback's resolves. */
export async function startChromium(): Promise<Browser> {
  const named = process.env.MAGPIE_CHROMIUM;
  // The package reads this when it is loaded: it then provides the libraries that Lambda lacks, which a bare machine lacks,
  // too.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  const packaged = named === undefined ? (await import("@sparticuz/chromium")).default : undefined;
  return chromium.launch({
    executablePath: named ?? (await packaged?.executablePath()) ?? "",
    // Without the package's own arguments, which put all pages into one process and disable its security features.
    args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    headless: true,
  });
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
