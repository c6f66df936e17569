import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ciPackage } from "../ci-packages.ts";
import { chromiumOptions } from "../client/chromium.ts";
import type { PopulatedSystem } from "./populated-system.ts";
import { storedSession } from "./stored-session.ts";

/** What Lighthouse found, as far as it is used here. */
export interface Result {
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly scoreDisplayMode: string; readonly numericValue?: number }>
  >;
  readonly runtimeError?: { readonly message: string };
}
type Flags = Readonly<Record<string, string | number | boolean | readonly string[]>>;
type Lighthouse = (url: string, flags: Flags) => Promise<{ readonly lhr: Result } | undefined>;

/** Lighthouse on the screens of an administrator, who is signed in on a phone. */
export interface SignedInLighthouse {
  /** Loads a screen's address, e.g. `/app/books`, and judges it. */
  judge(path: string, flags?: Flags): Promise<Result>;
  close(): Promise<void>;
}

const MOST_LOADS = 3;

/** Starts a browser in which the person of a system is signed in. */
export async function signedInLighthouse({ system, name }: PopulatedSystem): Promise<SignedInLighthouse> {
  const { default: lighthouse } = ciPackage<{ readonly default: Lighthouse }>("lighthouse");
  const folder = mkdtempSync(join(tmpdir(), "magpie-lighthouse-"));
  const { args, ...options } = await chromiumOptions();
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...args, "--remote-debugging-port=0"],
    baseURL: system.api,
  });
  await context.request.get(system.consoleUrl, { maxRedirects: 0 });
  const [page = await context.newPage()] = context.pages();
  // Of the console's origin, and none of its pages.
  await page.goto("/app/icons/magpie.svg");
  const session = await storedSession(system, name, true);
  await page.evaluate(`localStorage.setItem(${JSON.stringify(session.name)}, ${JSON.stringify(session.value)})`);
  const [port] = readFileSync(join(folder, "DevToolsActivePort"), "utf8").split("\n");
  async function load(path: string, flags: Flags): Promise<Result> {
    const found = await lighthouse(system.api + path, {
      port: Number(port),
      // Who is signed in stands there.
      disableStorageReset: true,
      logLevel: "error",
      disableFullPageScreenshot: true,
      ...flags,
    });
    if (found === undefined) throw new Error(`Lighthouse has nothing to say of ${path}.`);
    const { runtimeError } = found.lhr;
    if (runtimeError !== undefined) throw new Error(`${path}: ${runtimeError.message}`);
    return found.lhr;
  }
  return {
    async judge(path, flags = {}) {
      for (let attempt = 1; ; attempt += 1) {
        const result = await load(path, flags);
        // An audit that ends in an error says nothing of the screen: a busy machine has lost a part of the trace.
        const isWhole = Object.values(result.audits).every(({ scoreDisplayMode }) => scoreDisplayMode !== "error");
        if (isWhole || attempt === MOST_LOADS) return result;
      }
    },
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
