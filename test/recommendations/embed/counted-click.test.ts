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

it("the site's page counts a subscription that the site has accepted, each browser once", async () => {
  const url = `${recommended.origin}/harbour/`;
  const { id } = await system.add({ title: "Harbour notes", url, one_click_subscribe: true });
  const subscribers = async () => (await system.recommendation(id, "count.subscribers"))?.count?.subscribers ?? 0;
  const browser = await sharedChromium();
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  for (const [index, context] of [contexts[0], contexts[0], contexts[1]].entries()) {
    if (context === undefined) throw new Error("no context");
    const page = await context.newPage();
    await page.goto(system.url);
    const item = page.getByRole("listitem").filter({ hasText: "Harbour notes" });
    await item.getByLabel("Your email address").fill(`mia${index}@example.com`);
    const [counted] = await Promise.all([
      page.waitForResponse(
        (response) => response.url().endsWith("/subscribed") && response.request().method() === "POST",
      ),
      item.getByRole("button").click(),
    ]);
    expect(counted.status()).toBe(204);
    expect(await subscribers()).toBe(index < 2 ? 1 : 2);
  }
  await Promise.all(contexts.map((context) => context.close()));
});
