import type { BrowserContext, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleVisits } from "../console-world.ts";
import type { NamedScreen } from "../every-screen.ts";
import { everyScreen, isShown, turnTo } from "../every-screen.ts";
import type { PopulatedSystem } from "../populated-system.ts";
import { startPopulatedSystem } from "../populated-system.ts";
import { arrivedSaves } from "./arrived-saves.ts";

let populated: PopulatedSystem;
beforeAll(async () => {
  populated = await startPopulatedSystem();
});
afterAll(() => populated?.close());
const visit = consoleVisits(() => populated.system);

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

const CORS = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
const problem =
  (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      headers: { ...CORS, ...headers },
      contentType: "application/problem+json",
      body: JSON.stringify({ type: "about:blank", title: code, status, code, detail: "It is broken on purpose." }),
    });

/** What the API, or something before it, answers; and what of the explanation tells a person what to do. */
const FAULTS = [
  { name: "500", answer: problem(500, "internal_error"), says: "Try again in a moment." },
  {
    name: "429 with a long wait",
    answer: problem(429, "too_many_requests", { "retry-after": "300" }),
    says: "Try again in a few minutes.",
  },
  {
    name: "the gateway's 401",
    answer: (route: Route) => route.fulfill({ status: 401, headers: CORS, json: { message: "Unauthorized" } }),
    says: "Sign in again.",
  },
  {
    name: "the sign-in page of a network",
    answer: (route: Route) =>
      route.fulfill({ status: 200, headers: CORS, contentType: "text/html", body: "<h1>Hello</h1>" }),
    says: "Open another page first.",
  },
  { name: "a cut connection", answer: (route: Route) => route.abort("connectionreset"), says: "Check the network" },
] as const;

/** The waits between attempts, scaled as those of the local system are; the time for an answer stays. */
const SHORT_WAITS = `{
  const wait = setTimeout;
  window.setTimeout = (run, ms = 0, ...values) => wait(run, ms < 5_000 ? ms / 100 : ms, ...values);
}`;

/** The screens that ask the API, with their things. */
function askingScreens(): readonly NamedScreen[] {
  return everyScreen(populated).filter(({ name }) => ASKING.has(name));
}

const isAsked = (url: URL) => url.pathname.startsWith("/v1/") && url.pathname !== "/v1/changes";

describe.each(FAULTS)("$name", ({ answer, says }) => {
  it("is explained on every screen that asks the API, and over after Try again", async () => {
    const { page, context } = await visit("/app/settings", { name: populated.name, isAdmin: true });
    await page.addInitScript(SHORT_WAITS);
    await page.reload();
    let isBroken = true;
    await context.route(isAsked, (route) => (isBroken ? answer(route) : route.continue()));
    for (const screen of askingScreens()) {
      isBroken = true;
      await turnTo(page, screen);
      await page.getByRole("alert").filter({ hasText: says, visible: true }).first().waitFor();
      isBroken = false;
      await page.locator("#content").getByRole("button", { name: "Try again" }).first().press("Enter");
      await isShown(page, screen);
    }
  });
});

/** Holds the answers to some requests back until `release` is called. */
async function slow(context: BrowserContext, url: string | ((url: URL) => boolean)): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await context.route(url, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

async function saveTwice(page: Page, url: string): Promise<void> {
  await page.getByRole("textbox", { name: "Address" }).fill(url);
  await page.getByRole("button", { name: "Save", exact: true }).dblclick();
}

describe("a slow API", () => {
  it("is waited for visibly, and a double click saves once", async () => {
    const { page, context, client } = await visit("/app/bookmarks");
    const arrived = arrivedSaves(context);
    const release = await slow(context, "**/v1/bookmarks");
    await saveTwice(page, "https://blog.example/2026/slowly");
    await page.getByRole("article").getByText("Waiting to be sent").waitFor();
    release();
    await page.getByRole("article", { name: "Slowly" }).getByText("Done", { exact: true }).waitFor();
    expect(arrived).toEqual(["https://blog.example/2026/slowly"]);
    expect((await client.bookmarks.list()).bookmarks.length).toBe(1);
  });

  it("makes one product of a form that is sent twice", async () => {
    const { page, context, client } = await visit("/app/prices", { name: populated.name, isAdmin: true });
    await page.getByRole("button", { name: "New product" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("A lens");
    await dialog.getByRole("textbox", { name: "Keyword" }).fill("lens");
    const release = await slow(context, "**/v1/products");
    await dialog.getByRole("button", { name: "Save" }).dblclick();
    await dialog.locator("form[aria-busy=true]").waitFor();
    release();
    await page.getByRole("article", { name: "A lens" }).waitFor();
    const names = (await client.products.list()).products.map(({ name }) => name);
    expect(names.filter((name) => name === "A lens")).toEqual(["A lens"]);
  });

  it("shows on every screen what is waited for", async () => {
    const { page, context } = await visit("/app/settings", { name: populated.name, isAdmin: true });
    for (const screen of askingScreens()) {
      const release = await slow(context, isAsked);
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
});
