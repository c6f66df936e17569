import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Runner } from "../../lib/local/runner.ts";
import { startRunner } from "../../lib/local/runner.ts";
import { startChromium } from "../client/chromium.ts";
import type { Door } from "../local/stories/recommendations-system.ts";
import { openDoor } from "../local/stories/recommendations-system.ts";
import { temporaryFolder } from "../local/system.ts";

const folder = temporaryFolder();
let browser: Browser;
/** The site's own address, which is another origin than the API's, as at AWS. */
let site: Door;
let runner: Runner;
let page: Page;
/** Requests to other origins than the site's and the API's. */
const elsewhere: string[] = [];
/** What the page complains of: errors of its scripts, and what its content security policy has refused. */
const complaints: string[] = [];

beforeAll(async () => {
  [browser, site] = await Promise.all([startChromium(), openDoor()]);
  runner = await startRunner({
    port: 0,
    dataFolder: folder.path,
    egressMap: {},
    timeScale: 1,
    secrets: new Map(),
    siteUrl: site.origin,
    pageSource: "http",
    chromiumPath: "",
    watch: false,
    schedules: false,
    say: () => undefined,
  });
  site.leadTo(runner.outputs.api_url);
  page = await browser.newPage();
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && ![site.origin, runner.outputs.api_url].includes(origin)) elsewhere.push(request.url());
  });
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
});
afterAll(async () => {
  await browser?.close();
  await runner?.stop();
  await site?.close();
  folder.remove();
});
beforeEach(() => {
  elsewhere.length = 0;
  complaints.length = 0;
});

describe("the page of the API's description", () => {
  it("lists every operation, under its content security policy and with nothing from elsewhere", async () => {
    const document = (await (await fetch(`${runner.outputs.api_url}/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    };
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const answer = await page.goto(`${site.origin}/docs`);
    expect(answer?.headers()["content-security-policy"]).toContain("script-src 'self';");
    await page.locator(".opblock").first().waitFor();
    const shown = await page
      .locator(".opblock-summary")
      .evaluateAll((blocks) =>
        blocks.map((block) =>
          [".opblock-summary-method", ".opblock-summary-path"]
            .map((part) => block.querySelector(part)?.textContent?.replaceAll("\u200b", ""))
            .join(" "),
        ),
      );
    expect(shown.length).toBeGreaterThan(50);
    expect(shown.sort()).toEqual(operations.sort());
    expect([elsewhere, complaints]).toEqual([[], []]);
  });

  it("has an address for each operation, and sends its request to the API", async () => {
    await page.goto(`${site.origin}/docs/#/Operations/health`);
    const operation = page.locator(".opblock.is-open");
    expect(await operation.locator(".opblock-summary-path").textContent()).toMatch(/health$/);
    await operation.getByRole("button", { name: "Try it out" }).click();
    await operation.getByRole("button", { name: "Execute" }).click();
    const answer = operation.locator(".live-responses-table");
    await answer.waitFor();
    expect(await answer.locator(".response-col_status").last().textContent()).toContain("200");
    expect([elsewhere, complaints]).toEqual([[], []]);
  });

  it("says so when it can't learn where the description is", async () => {
    await page.route("**/docs/config.json", (route) => route.fulfill({ status: 503 }));
    await page.goto("about:blank");
    await page.goto(`${site.origin}/docs`);
    await page.getByText("could not be loaded").waitFor();
    expect(await page.getByRole("main").textContent()).toMatch(/config\.json answered 503/);
  });
});
