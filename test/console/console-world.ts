import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { MagpieClient } from "../../client/index.ts";
import type { EgressMap } from "../../lib/local/egress/egress-map.ts";
import { sharedChromium } from "../client/chromium.ts";
import { System } from "../local/system.ts";
import { isKept } from "./is-kept.ts";
import { storedSession } from "./stored-session.ts";

/** Who opens the console, and with which browser. */
export interface Visitor {
  /** Default: a user that no other test has. */
  readonly name?: string;
  readonly isAdmin?: boolean;
  /** Whether the visit begins on the page before signing in; otherwise the person has signed in on this device before. */
  readonly isSignedOut?: boolean;
  /** Default: `en-GB`. */
  readonly locale?: string;
  /**
   * Whether the service worker keeps the console on the device; the visit then begins once the worker controls the page.
   * Without it `route` is certain to see every request: those of a page that a worker is about to control may escape it.
   */
  readonly hasServiceWorker?: boolean;
  /** Whether the console looks for changes of the API ten times as often, for a test that waits for several of them. */
  readonly looksOften?: boolean;
  /** Options of the browser's context, e.g. `viewport` or `colorScheme`. */
  readonly browser?: BrowserContextOptions;
  /** Origins beside the API's that the page may send requests to, e.g. those of the players. */
  readonly mayRequest?: readonly string[];
}

/** A browser of a person. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly name: string;
  /** The API as this person. */
  readonly client: MagpieClient;
  /** What the pages of this visit did that they must not do; the test fails if it is not empty at the end. */
  readonly wrongs: string[];
}

/** The console in Chromium against the running local system. */
export interface ConsoleWorld {
  readonly system: System;
  /** Opens a path of the console in a browser of its own. */
  visit(path: string, visitor?: Visitor): Promise<Visit>;
}

/**
 * Starts the local system for the tests of a file; for the rest see `consoleVisits`.
 *
 * @param egressMap the origins of simulated sites beside those of slides; called before the start
 * @param secrets as `System.start` takes them
 */
export function consoleWorld(
  egressMap: () => Promise<EgressMap> | EgressMap = () => ({}),
  secrets: ReadonlyMap<string, string> = new Map(),
): ConsoleWorld {
  let system: System;
  beforeAll(async () => {
    system = await System.start(await egressMap(), secrets);
  });
  afterAll(() => system?.close());
  const visit = consoleVisits(() => system);
  return {
    get system() {
      return system;
    },
    visit,
  };
}

/**
 * Visits by the Chromium of this process. After each test every visit is closed, and the test fails if a page of it has
 * violated its content security policy, thrown an error, or sent a request to a foreign origin.
 *
 * @param running the local system, once it runs
 */
export function consoleVisits(running: () => Pick<System, "api" | "consoleUrl" | "token">): ConsoleWorld["visit"] {
  let users = 0;
  const visits: Visit[] = [];
  afterEach(async () => {
    const ended = visits.splice(0);
    const wrongs = ended.flatMap((visit) => visit.wrongs);
    await Promise.all(ended.map(({ context }) => close(context)));
    expect(wrongs).toEqual([]);
  });
  return async (path, visitor = {}) => {
    users += 1;
    const {
      name = `visitor-${users}`,
      isAdmin = false,
      isSignedOut = false,
      locale = "en-GB",
      hasServiceWorker = false,
      looksOften = false,
      mayRequest = [],
    } = visitor;
    const system = running();
    const browser = await sharedChromium();
    const stored = isSignedOut ? [] : [await storedSession(system, name, isAdmin)];
    const context = await browser.newContext({
      locale,
      baseURL: system.api,
      storageState: { cookies: [], origins: [{ origin: system.api, localStorage: stored }] },
      serviceWorkers: hasServiceWorker ? "allow" : "block",
      ...visitor.browser,
    });
    await context.request.get(system.consoleUrl, { maxRedirects: 0 });
    // Against hangs only: the machine may be busy.
    context.setDefaultTimeout(120_000);
    const wrongs: string[] = [];
    if (looksOften) await context.addInitScript(OFTEN);
    await watch(context, [system.api, ...mayRequest], wrongs);
    const page = await context.newPage();
    await page.goto(path);
    if (!isSignedOut) await page.getByRole("navigation", { name: /^(Main|メイン)$/ }).waitFor();
    if (hasServiceWorker && !isSignedOut) await isKept(page);
    const client = new MagpieClient({
      baseUrl: system.api,
      token: () => system.token(name, isAdmin ? ["admin"] : []),
    });
    const visit = { page, context, name, client, wrongs };
    visits.push(visit);
    return visit;
  };
}

/** Closes a browser, whose pages may be asking something that a test answers. */
async function close(context: BrowserContext): Promise<void> {
  const routing = [context, ...context.pages()];
  await Promise.all(routing.map((each) => each.unrouteAll({ behavior: "ignoreErrors" })));
  await context.close();
}

/**
 * Scales the waits between two looks at the API. Shorter ones are those for a person's next key and between attempts, longer
 * ones those for an answer and those for which a message is shown.
 */
const OFTEN = `for (const name of ["setTimeout", "setInterval"]) {
  const set = window[name];
  window[name] = (run, ms, ...values) => set(run, ms >= 1_500 && ms < 8_000 ? ms / 10 : ms, ...values);
}`;

/** Notes every violation of the policy, every error of a script, and every request to an origin that is not allowed. */
async function watch(context: BrowserContext, allowed: readonly string[], wrongs: string[]): Promise<void> {
  await context.exposeFunction("noteViolation", (violation: string) => wrongs.push(violation));
  await context.addInitScript(
    `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      noteViolation("policy: " + violatedDirective + " " + blockedURI));`,
  );
  context.on("weberror", (error) => wrongs.push(`error: ${error.error()}`));
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol === "data:" || protocol === "blob:") return;
    if (!allowed.includes(origin)) wrongs.push(`request: ${request.url()}`);
  });
}
