import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BrowsedSite } from "./browsed-site.ts";
import { browseSite } from "./browsed-site.ts";
import { offlinePaths } from "./built-console.ts";

let site: BrowsedSite;

beforeAll(async () => {
  site = await browseSite();
});
afterAll(() => site?.stop());

describe("the console's page", () => {
  it("shows at any of its addresses, under its content security policy and with nothing from elsewhere", async () => {
    const answer = await site.page.goto(`${site.door.origin}/app/bookmarks`);
    expect(answer?.headers()).toMatchObject({
      "content-security-policy": expect.stringContaining("script-src 'self'"),
      "cache-control": "no-cache",
    });
    await site.page.getByRole("heading", { level: 1 }).waitFor();
    await site.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
    expect([site.elsewhere, site.complaints]).toEqual([[], []]);
    const written =
      "(() => { try { document.createElement('p').innerHTML = '<b>'; return 'written'; } catch { return 'refused'; } })()";
    expect(await site.page.evaluate(written)).toBe("refused");
  });

  it("is there without a network, at addresses that were never opened, with every file of the build", async () => {
    await site.page.context().setOffline(true);
    await site.page.goto(`${site.door.origin}/app/slides`);
    await site.page.getByRole("heading", { level: 1 }).waitFor();
    const statuses = await site.page.evaluate(
      (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).status)),
      offlinePaths(),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    // The worker's own requests have no network either.
    const reached = "fetch('/app/other.json').then(() => 'the site', () => 'nothing')";
    expect(await site.page.evaluate(reached)).toBe("nothing");
  });
});
