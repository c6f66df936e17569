import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MagpieClient } from "../../../client/index.ts";
import type { WebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { startWebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { until } from "../../local/until.ts";
import { consoleWorld } from "../console-world.ts";

const HOSTILE = `<img src="x" onerror="alert(1)"><b>bold</b>`;

let garden: WebmentionSite;
let ferry: WebmentionSite;
let quiet: WebmentionSite;
let hostile: WebmentionSite;
let harbour: WebmentionSite;
const world = consoleWorld(async () => {
  [garden, ferry, quiet, hostile, harbour] = await Promise.all([
    startWebmentionSite(),
    startWebmentionSite({ host: "ferry.example", facts: { title: "The ferry", description: "Boats every day." } }),
    startWebmentionSite({ host: "quiet.example", facts: { title: "Quiet corner" } }),
    startWebmentionSite({
      host: "hostile.example",
      facts: { title: HOSTILE, description: "<script>alert(1)</script>" },
    }),
    startWebmentionSite({ host: "harbour.example", facts: { title: "The harbour" } }),
  ]);
  quiet.offer("nowhere");
  return Object.assign({}, ...[garden, ferry, quiet, hostile, harbour].map(({ egressMap }) => egressMap));
});
let admin: MagpieClient;

beforeAll(async () => {
  const token = await world.system.token("publisher", ["admin"]);
  admin = new MagpieClient({ baseUrl: world.system.api, token });
});
afterAll(() => Promise.all([garden, ferry, quiet, hostile, harbour].map((site) => site.close())));
beforeEach(async () => {
  for await (const { id } of admin.recommendations.all()) await admin.recommendations.delete(id);
  for await (const { host } of admin.mentions.allBlockedHosts()) await admin.mentions.unblock(host);
});

/** A site's recommendation of this one, verified. */
async function recommendedBy(site: WebmentionSite): Promise<void> {
  const target = `${world.system.api}/`;
  site.recommend(target);
  const body = new URLSearchParams({ source: site.source, target });
  expect((await fetch(`${world.system.api}/webmentions`, { method: "POST", body })).status).toBe(202);
  await until(
    "the mention is verified",
    async () => (await admin.mentions.list({ status: "verified", limit: 100 })).mentions,
    (mentions) => mentions.some(({ source }) => source === site.source),
  );
}

function listed(page: Page, title: string) {
  return page.getByRole("list", { name: "Recommended sites" }).getByRole("article", { name: title, exact: true });
}

async function said(page: Page, text: string): Promise<void> {
  await page.getByRole("status", { name: "Status" }).getByText(text).waitFor();
}

describe("an administrator", () => {
  it("recommends a site by keyboard after a look at it, and sees that the site was notified", async () => {
    const { page } = await world.visit("/app/recommendations", { isAdmin: true });
    await page.getByText("No site is recommended yet.").waitFor();
    await page.getByRole("button", { name: "Add recommendation" }).press("Enter");
    await page.getByRole("heading", { name: "Add recommendation", level: 1 }).waitFor();
    const address = page.getByRole("textbox", { name: "Address" });
    await address.fill("no site");
    await address.press("Enter");
    await page.getByText("This is not the address of a site.").waitFor();
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    await address.fill("garden.example");
    await address.press("Enter");

    const preview = page.getByRole("region", { name: "What the site says about itself" });
    await preview.getByText("Notes from a small garden.").waitFor();
    const title = page.getByRole("textbox", { name: "Title" });
    expect(await title.inputValue()).toBe("The garden");
    await title.fill("");
    await title.press("Enter");
    await page.getByText("A recommendation needs a title.").waitFor();
    await title.fill("My favourite garden");
    await page.getByRole("textbox", { name: "Description" }).fill("Roses, mostly.");
    await title.press("Enter");
    await said(page, "Recommended: My favourite garden.");
    const article = listed(page, "My favourite garden");
    await article.getByText("Roses, mostly.").waitFor();

    await article.getByRole("button", { name: "Announce again" }).press("Enter");
    await said(page, "The site is being notified again: My favourite garden");
    await article.getByText("The site has accepted the notification").waitFor();
    expect(garden.posted().map(({ target }) => target)).toContain(garden.url);
  });

  it("is told that a site is recommended already, with a link to it", async () => {
    await admin.recommendations.create({ title: "Garden", url: garden.url });
    await admin.recommendations.create({ title: "Ferry", url: ferry.url });
    const { page } = await world.visit("/app/recommendations/add", { isAdmin: true });
    await page.getByRole("textbox", { name: "Address" }).fill("www.garden.example");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByRole("alert").getByRole("link", { name: "Garden" }).click();
    await listed(page, "Garden").waitFor();
    expect(await listed(page, "Ferry").count()).toBe(0);
    await page.getByRole("link", { name: "Show all recommendations" }).click();
    await listed(page, "Ferry").waitFor();
  });

  it("edits a recommendation, and gives a field back to the site", async () => {
    const { id } = await admin.recommendations.create({ title: "Garden", url: garden.url, excerpt: "My own words." });
    await until(
      "the site's image is there",
      () => admin.recommendations.get(id),
      ({ featured_image }) => featured_image !== null,
    );
    const { page } = await world.visit("/app/recommendations", { isAdmin: true });
    const edit = listed(page, "Garden").getByRole("button", { name: "Edit" });
    await edit.click();
    const dialog = page.getByRole("dialog", { name: "Edit recommendation" });
    await dialog.getByRole("textbox", { name: "Title" }).fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("A recommendation needs a title.").waitFor();
    await dialog.getByRole("textbox", { name: "Title" }).fill("The rose garden");
    await dialog.getByRole("textbox", { name: "Excerpt" }).fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await said(page, "Saved: The rose garden");
    await listed(page, "The rose garden").getByText("Notes from a small garden.").waitFor();
    expect(await admin.recommendations.get(id)).toMatchObject({
      featured_image: expect.any(String),
      description: null,
    });
  });

  it("deletes a recommendation after a question, and goes on at the next one", async () => {
    for (const [title, url] of [
      ["Ferry", ferry.url],
      ["Garden", garden.url],
    ] as const) {
      await admin.recommendations.create({ title, url });
    }
    const { page } = await world.visit("/app/recommendations?order=title", { isAdmin: true });
    await listed(page, "Ferry").getByRole("button", { name: "Delete" }).press("Enter");
    const question = page.getByRole("dialog", { name: "Delete this recommendation?" });
    await question.getByRole("button", { name: "Keep" }).press("Enter");
    await question.waitFor({ state: "detached" });
    await listed(page, "Ferry").getByRole("button", { name: "Delete" }).press("Enter");
    await question.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await said(page, "Deleted: Ferry");
    await listed(page, "Ferry").waitFor({ state: "detached" });
    await listed(page, "Garden").locator("h2 a:focus").waitFor();
    expect((await admin.recommendations.list()).recommendations.map(({ title }) => title)).toEqual(["Garden"]);
  });

  it("reads in plain words what became of each notification, by outcome", async () => {
    harbour.fault("/webmentions/receive", { kind: "status", status: 403 });
    await admin.recommendations.create({ title: "Harbour", url: harbour.url });
    await admin.recommendations.create({ title: "Quiet", url: quiet.url });
    const { page } = await world.visit("/app/recommendations/deliveries", { isAdmin: true });
    const deliveries = page.getByRole("list", { name: "Deliveries" });
    await deliveries
      .getByRole("article", { name: harbour.url })
      .getByText("The site could not be notified: it refused (HTTP 403)")
      .waitFor();
    await page.getByRole("combobox", { name: "Outcome" }).selectOption("no_endpoint");
    await deliveries.getByRole("article", { name: harbour.url }).waitFor({ state: "detached" });
    await deliveries
      .getByRole("article", { name: quiet.url })
      .getByText("The site accepts no notifications: it names no address for Webmentions")
      .waitFor();
    harbour.clearFaults();
    await page.getByRole("combobox", { name: "Outcome" }).selectOption("failed");
    await deliveries
      .getByRole("article", { name: harbour.url })
      .getByRole("button", { name: "Announce again" })
      .click();
    await page.getByText("There are no deliveries of this kind.").waitFor();
  });
});

describe("a site that recommends the owner's", () => {
  it("is recommended back with its address filled in", async () => {
    await recommendedBy(ferry);
    const { page } = await world.visit("/app/recommendations", { isAdmin: true });
    await page.getByRole("tab", { name: "Recommended" }).press("ArrowRight");
    await page.getByRole("tab", { name: "Incoming" }).press("Enter");
    const incoming = page.getByRole("list", { name: "Sites that recommend yours" });
    const article = incoming.getByRole("article", { name: "The ferry" });
    await article.getByRole("button", { name: "Recommend back" }).click();
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("The ferry");
    await page.getByRole("button", { name: "Recommend", exact: true }).click();
    await listed(page, "The ferry").waitFor();
    await page.getByRole("tab", { name: "Incoming" }).click();
    await article.getByText("You recommend this site, too").waitFor();
  });

  it("is blocked after a question, leaves the lists, and can be unblocked", async () => {
    await recommendedBy(ferry);
    const { page } = await world.visit("/app/recommendations/incoming", { isAdmin: true });
    const article = page.getByRole("article", { name: "The ferry" });
    await article.getByRole("button", { name: "Block" }).click();
    await page
      .getByRole("dialog", { name: "Block ferry.example?" })
      .getByRole("button", { name: "Block", exact: true })
      .click();
    await said(page, "Blocked: ferry.example");
    await article.waitFor({ state: "detached" });

    await page.getByRole("tab", { name: "Blocked hosts" }).click();
    await page.getByRole("textbox", { name: "Host" }).fill("not a host");
    await page.getByRole("textbox", { name: "Host" }).press("Enter");
    await page.getByText("Type a host such as spam.example.").waitFor();
    await page.getByRole("textbox", { name: "Host" }).fill("spam.example");
    await page.getByRole("textbox", { name: "Host" }).press("Enter");
    await page.getByRole("article", { name: "spam.example" }).waitFor();
    await page.getByRole("article", { name: "ferry.example" }).getByRole("button", { name: "Unblock" }).click();
    await said(page, "Unblocked: ferry.example.");
    await page.getByRole("article", { name: "ferry.example" }).waitFor({ state: "detached" });
    expect((await admin.mentions.blockedHosts()).blocked_hosts.map(({ host }) => host)).toEqual(["spam.example"]);
  });

  it("runs nothing here, whatever it is called", async () => {
    await recommendedBy(hostile);
    const { page } = await world.visit("/app/recommendations/incoming", { isAdmin: true });
    await page.getByRole("article", { name: HOSTILE }).getByText("<script>alert(1)</script>").waitFor();
    await page.getByRole("tab", { name: "Mentions" }).click();
    await page.getByRole("combobox", { name: "Kind" }).selectOption("recommendation");
    await page.getByRole("combobox", { name: "Status" }).selectOption("verified");
    const mention = page.getByRole("list", { name: "Mentions" }).getByRole("article", { name: HOSTILE });
    await mention.getByText("Verified", { exact: true }).waitFor();
    expect(await mention.locator("img, b, script").count()).toBe(0);
  });
});

it("readers see the recommendations, without what only administrators do", async () => {
  await admin.recommendations.create({ title: "Garden", url: garden.url, description: "Roses." });
  const { page } = await world.visit("/app/recommendations");
  const article = listed(page, "Garden");
  await article.getByText("Roses.").waitFor();
  expect(await article.getByRole("link", { name: "Garden" }).getAttribute("href")).toBe(garden.url);
  expect(await page.getByRole("main").getByRole("button").allTextContents()).toEqual(["Show images"]);
  await page.goto("/app/recommendations/incoming");
  await page.getByText("This page is for administrators.").waitFor();
});

it("a list that can't be read without a network says so, and comes by Try again", async () => {
  await admin.recommendations.create({ title: "Garden", url: garden.url });
  const { page, context } = await world.visit("/app/settings");
  await context.route(/\/v1\/recommendations/, (route) => route.abort());
  await page.getByRole("link", { name: "Recommendations" }).click();
  await page.getByRole("alert").getByText("There is no connection to Magpie.").waitFor();
  await context.unroute(/\/v1\/recommendations/);
  await page.getByRole("button", { name: "Try again" }).click();
  await listed(page, "Garden").waitFor();
});
