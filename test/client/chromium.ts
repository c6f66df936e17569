import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";

/** Starts `MAGPIE_CHROMIUM`, or the Chromium among the packages; every name but loopback's leads nowhere. */
export async function startChromium(): Promise<Browser> {
  const named = process.env.MAGPIE_CHROMIUM;
  // The package looks at this when it is loaded: it brings what a Lambda lacks, and a bare machine lacks the same.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  const packaged = named === undefined ? (await import("@sparticuz/chromium")).default : undefined;
  return chromium.launch({
    executablePath: named ?? (await packaged?.executablePath()) ?? "",
    // Not the package's own arguments: they put all pages into one process, and switch off what guards them.
    args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    headless: true,
  });
}
