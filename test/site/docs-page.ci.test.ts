import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BrowsedSite } from "./browsed-site.ts";
import { browseSite } from "./browsed-site.ts";

let site: BrowsedSite;

beforeAll(async () => {
  site = await browseSite();
});
afterAll(() => site?.stop());
beforeEach(() => {
  site.elsewhere.length = 0;
  site.complaints.length = 0;
});

describe("the page of the API's description", () => {
  it("lists every operation, under its content security policy and with nothing from elsewhere", async () => {
    const document = (await (await fetch(`${site.runner.outputs.api_url}/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    };
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const answer = await site.page.goto(`${site.door.origin}/docs`);
    expect(answer?.headers()["content-security-policy"]).toContain("script-src 'self';");
    await site.page.locator(".opblock").first().waitFor();
    const shown = await site.page
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
    expect([site.elsewhere, site.complaints]).toEqual([[], []]);
  });

  it("has an address for each operation, and sends its request to the API", async () => {
    await site.page.goto(`${site.door.origin}/docs/#/Operations/health`);
    const operation = site.page.locator(".opblock.is-open");
    expect(await operation.locator(".opblock-summary-path").textContent()).toMatch(/health$/);
    await operation.getByRole("button", { name: "Try it out" }).click();
    await operation.getByRole("button", { name: "Execute" }).click();
    const answer = operation.locator(".live-responses-table");
    await answer.waitFor();
    expect(await answer.locator(".response-col_status").last().textContent()).toContain("200");
    expect([site.elsewhere, site.complaints]).toEqual([[], []]);
  });

  it("says so when it can't learn where the description is", async () => {
    await site.page.route("**/docs/config.json", (route) => route.fulfill({ status: 503 }));
    await site.page.goto("about:blank");
    await site.page.goto(`${site.door.origin}/docs`);
    await site.page.getByText("could not be loaded").waitFor();
    expect(await site.page.getByRole("main").textContent()).toMatch(/config\.json answered 503/);
  });
});
