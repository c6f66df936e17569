import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedChromium } from "../../client/chromium.ts";
import type { Door } from "../../local/stories/recommendations-system.ts";
import { openDoor, RecommendationsSystem } from "../../local/stories/recommendations-system.ts";
import { until } from "../../local/until.ts";
import type { MembersSite } from "../../upstreams/members-site.ts";
import { startMembersSite } from "../../upstreams/members-site.ts";

let recommended: MembersSite;
let door: Door;
let system: RecommendationsSystem;

beforeAll(async () => {
  [recommended, door] = await Promise.all([startMembersSite(), openDoor()]);
  system = await RecommendationsSystem.start(door.origin, {});
  door.leadTo(system.outputs.api_url);
});
afterAll(async () => {
  await Promise.all([system?.close(), recommended?.close(), door?.close()]);
});

it("the site's page shows a recommendation, and counts each click that follows it, but none that opens a menu", async () => {
  const url = `${recommended.origin}/ferry/`;
  const { id } = await system.add({ title: "Ferry notes", url });
  const browser = await sharedChromium();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(system.url);
  const link = page.getByRole("link", { name: "Ferry notes", exact: true });
  // The right button opens a menu, which no test can close; the middle button opens a tab.
  await link.dispatchEvent("auxclick", { button: 2 });
  const counted = page.waitForRequest((request) => request.url().endsWith("/clicked"));
  await Promise.all([counted, context.waitForEvent("page"), link.click({ button: "middle" })]);
  await link.click();
  await page.waitForURL(url);
  const clicks = await until(
    "both clicks are counted",
    async () => (await system.recommendation(id, "count.clicks"))?.count?.clicks ?? 0,
    (count) => count > 1,
  );
  expect(clicks).toBe(2);
  await context.close();
});
