import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { Product } from "../../../client/index.ts";
import type { CrawlResult } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { watchEntryOf } from "../../../lambdas/mercari/domain/watch-list.ts";
import { WatchTable } from "../../../lambdas/mercari/tables/watch-table.ts";
import type { MercariSite } from "../../../lib/local/sites/mercari-site.ts";
import { startMercariSite } from "../../../lib/local/sites/mercari-site.ts";
import { until } from "../../local/until.ts";
import { resultRow, storeRows } from "../../mercari/result-rows.ts";
import type { Visit } from "../console-world.ts";
import { consoleWorld } from "../console-world.ts";

const LISTINGS = 25;
const DAY_MS = 86_400_000;

let mercari: MercariSite;
const world = consoleWorld(async () => {
  mercari = await startMercariSite({ items: LISTINGS });
  return mercari.egressMap;
});
afterEach(() => mercari.mood("fine"));
afterAll(() => mercari.close());

/** The plot as a picture; empty before it is drawn. */
const DRAWN = `(() => {
  const plot = document.querySelector(".plot canvas");
  const blank = document.createElement("canvas");
  [blank.width, blank.height] = [plot.width, plot.height];
  return plot.toDataURL() === blank.toDataURL() ? "" : plot.toDataURL();
})()`;

let products = 0;
/** A name that no other test uses: the products are everybody's. */
function newName(): string {
  products += 1;
  return `Camera ${products}`;
}

function newProduct({ client }: Visit, crawl: object = {}): Promise<Product> {
  return client.products.create({ name: newName(), crawl: { keyword: "カメラ", ...crawl } });
}

/** Puts rows of a product into its table, as crawls would have. */
async function store(product: Product, rows: readonly Partial<CrawlResult>[]): Promise<void> {
  const { region, dynamodb_endpoint: endpoint, credentials, tables } = world.system.outputs;
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = credentials;
  const dynamo = new DynamoDBClient({ region, endpoint, credentials: { accessKeyId, secretAccessKey } });
  const client = DynamoDBDocumentClient.from(dynamo);
  const { mercari: table = "" } = tables;
  const whole = rows.map((changes, index) => resultRow(product.id, index * 4, changes));
  await storeRows({ client }, whole, table);
  const watched = whole.flatMap((row) => watchEntryOf(row, 0) ?? []);
  await new WatchTable(client, table).set(product.id, watched);
  dynamo.destroy();
}

/** A sale some days ago. */
function sold(daysAgo: number, price: number, changes: Partial<CrawlResult> = {}): Partial<CrawlResult> {
  const soldOutAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
  return { sellingStatus: SOLD, soldOutAt, updatedAt: soldOutAt, price, ...changes };
}

const articleOf = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
const trendOf = (page: Page) => page.getByRole("figure", { name: "Price trend" });
const status = (page: Page, text: string) => page.getByRole("status", { name: "Status" }).getByText(text).waitFor();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** The texts of the rows of a trend's table, without its head. */
async function rowsOf(page: Page): Promise<string[][]> {
  const rows = await trendOf(page).getByRole("row").all();
  const texts = rows.map(async (row) => [
    ...(await row.getByRole("rowheader").allTextContents()),
    ...(await row.getByRole("cell").allTextContents()),
  ]);
  return (await Promise.all(texts)).filter(({ length }) => length > 0);
}

describe("an administrator", () => {
  it("adds a product by the keyboard alone, crawls it, and finds the cheapest offer and the trend", async () => {
    const { page, client } = await world.visit("/app/prices", { isAdmin: true });
    const name = newName();
    await button(page, "New product").focus();
    await page.keyboard.press("Enter");
    // The focus is in the first box.
    await page.keyboard.type(name);
    await page.keyboard.press("Tab");
    await page.keyboard.type("カメラ");
    await page.keyboard.press("Enter");
    await status(page, `${name} is saved.`);
    const article = articleOf(page, name);
    await article.getByText("Not crawled yet.").waitFor();
    // The browser gives the focus back to what has opened the dialog.
    expect(await page.evaluate("document.activeElement.textContent")).toBe("New product");

    await article.getByRole("button", { name: "Crawl now" }).focus();
    await page.keyboard.press("Enter");
    await status(page, `${name}: Crawl done`);
    await article.getByText("Crawled just now.").waitFor();
    const cheapest = article.getByRole("link", { name: /^Cheapest offer: ¥[\d,]+$/ });
    const [product] = (await client.products.list()).products;
    const { on_sale: offers } = await client.products.priceTrend(product?.id ?? "");
    expect(await cheapest.getAttribute("href")).toBe(offers.lowest_url);
    expect(await cheapest.textContent()).toContain(offers.lowest?.toLocaleString("en"));
    expect(await article.getByText(/^On sale: /).textContent()).toBe(`On sale: ${offers.count}`);
    await article.getByRole("figure", { name: "Price trend" }).waitFor();

    await article.getByRole("link", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    await trendOf(page).waitFor();
    // Every crawl has a row.
    await page.getByRole("row", { name: /Listings found/ }).waitFor();
  });

  it("is shown each wrong field, with the focus on the first", async () => {
    const { page } = await world.visit("/app/prices", { isAdmin: true });
    await button(page, "New product").click();
    const dialog = page.getByRole("dialog", { name: "New product" });
    await dialog.getByLabel("Keyword").fill("camera");
    await dialog.getByLabel("Lowest price").fill("５００");
    await dialog.getByLabel("Highest price").fill("400");
    await button(page, "Save").click();
    const name = dialog.getByLabel("Name");
    await dialog.getByText("Fill this in.").waitFor();
    await dialog.getByText("Enter at least the lowest price.").waitFor();
    expect(await name.evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true);
    expect(await name.getAttribute("aria-invalid")).toBe("true");
  });

  it("keeps the form open when saving fails, and saves the product once when that is repeated", async () => {
    const visit = await world.visit("/app/prices", { isAdmin: true });
    const { page, context, client } = visit;
    const name = newName();
    await button(page, "New product").click();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Keyword").fill("camera");
    // The API does its work, and the answer is lost.
    await context.route("**/v1/products", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      return route.fulfill({ status: 500, json: { title: "lost", status: 500, detail: "lost", code: "lost" } });
    });
    await button(page, "Save").click();
    await page.getByRole("alert").getByText("Magpie has failed").waitFor();
    await context.unroute("**/v1/products");
    await button(page, "Save").click();
    await status(page, `${name} is saved.`);
    const { products: all } = await client.products.list({ limit: 100 });
    expect(all.filter((product) => product.name === name)).toHaveLength(1);
  });

  it("is told in words why a crawl failed, and what was found before stays", async () => {
    const visit = await world.visit("/app/", { isAdmin: true });
    const { page, client } = visit;
    const product = await newProduct(visit);
    await client.products.crawl({ product_id: product.id });
    mercari.mood("not_rendered");
    await page.goto(`/app/prices/${product.id}`);
    await button(page, "Crawl now").click();
    await page.getByRole("alert").getByText("Mercari's page came without its listings").waitFor();
    await page.getByText("The crawl just now failed.").waitFor();
    await page.getByRole("link", { name: /^Cheapest offer/ }).waitFor();
    expect(await page.getByRole("list", { name: "On sale" }).getByRole("article").count()).toBeGreaterThan(0);
  });

  it("sets an alert, ends it, edits and deletes a product", async () => {
    const visit = await world.visit("/app/", { isAdmin: true });
    const { page, client } = visit;
    const product = await newProduct(visit, { enabled: false });
    const next = await newProduct(visit, { enabled: false });
    await page.goto("/app/prices");
    const article = articleOf(page, product.name);
    await article.getByRole("button", { name: "Alert" }).click();
    await button(page, "Save").click();
    await page.getByText("Enter a price, or choose the lowest price.").waitFor();
    await page.getByLabel("At this price or less").fill("3,000");
    await button(page, "Save").click();
    await article.getByText("Alert at ¥3,000 or less").waitFor();
    expect((await client.products.get(product.id)).alert).toEqual({ below: 3_000, new_lowest: false });
    await article.getByRole("button", { name: "Alert" }).click();
    await button(page, "Switch off").click();
    await article.getByText("No alert").waitFor();

    await article.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Name").fill(`${product.name}, renamed`);
    await page.getByLabel("New, unused").check();
    await page.getByLabel("Crawl every hour").check();
    await button(page, "Save").click();
    const renamed = articleOf(page, `${product.name}, renamed`);
    await renamed.getByText(/Next crawl/).waitFor();
    expect((await client.products.get(product.id)).crawl).toMatchObject({ item_condition_ids: [1], keyword: "カメラ" });

    const remaining = articleOf(page, next.name);
    await remaining.getByRole("button", { name: "Delete" }).click();
    await page.getByText("are lost for good").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await remaining.getByRole("button", { name: "Delete" }).click();
    await button(page, "Delete for good").click();
    await status(page, `${next.name} is deleted.`);
    await remaining.waitFor({ state: "detached" });
    // The newer product was before this one.
    expect(await page.evaluate("document.activeElement.textContent")).toBe(`${product.name}, renamed`);
  });
});

describe("the trend of a product", () => {
  it("is the same in the table as in the API, by weeks and by days", async () => {
    const visit = await world.visit("/app/", { isAdmin: true });
    const { page, client } = visit;
    const product = await newProduct(visit, { enabled: false });
    await store(product, [
      sold(1, 3_000),
      sold(1, 5_000),
      sold(30, 4_000),
      sold(60, 1_000),
      { ...sold(2, 1), soldOutAt: null },
    ]);
    await page.goto(`/app/prices/${product.id}`);
    await trendOf(page).locator("canvas").waitFor();
    const { points } = await client.products.priceTrend(product.id, { interval: "week" });
    const expected = points
      .toReversed()
      .map(({ count, min, p25, median, p75, max }) => [
        String(count),
        ...[min, p25, median, p75, max].map((price) => `¥${price.toLocaleString("en")}`),
      ]);
    const withoutDays = async () => (await rowsOf(page)).map(([, ...cells]) => cells);
    expect(await withoutDays()).toEqual(expected);
    await trendOf(page).getByText("4 sold, for ¥1,000 to ¥5,000").waitFor();
    await trendOf(page).getByText("1 sold listing has no date yet").waitFor();

    await page.getByRole("radio", { name: "Days" }).check();
    await page.getByRole("radio", { name: "1 month", exact: true }).check();
    await trendOf(page).getByText("In the last 1 month").waitFor();
    await page.getByRole("table", { name: "by day" }).waitFor();
    expect((await withoutDays())[0]).toEqual(["2", "¥3,000", "¥3,500", "¥4,000", "¥4,500", "¥5,000"]);
  });

  it("is drawn again when the theme changes", async () => {
    const visit = await world.visit("/app/", { isAdmin: true, browser: { colorScheme: "light" } });
    const { page } = visit;
    const product = await newProduct(visit, { enabled: false });
    await store(product, [sold(1, 3_000), sold(9, 5_000), sold(16, 4_000)]);
    await page.goto(`/app/prices/${product.id}`);
    await trendOf(page).locator("canvas").waitFor();
    const drawn = () => page.evaluate<string>(DRAWN);
    const light = await until("the plot is drawn", drawn, (picture) => picture !== "");
    await page.emulateMedia({ colorScheme: "dark" });
    await until("the plot is drawn in other colours", drawn, (picture) => picture !== "" && picture !== light);
  });

  it("can be asked for again when the API has not answered", async () => {
    const visit = await world.visit("/app/", { isAdmin: true });
    const { page, context } = visit;
    const product = await newProduct(visit, { enabled: false });
    await store(product, [sold(1, 3_000)]);
    await context.route("**/price-trend?*", (route) =>
      route.fulfill({ status: 400, json: { title: "no", status: 400, detail: "not today", code: "no" } }),
    );
    await page.goto(`/app/prices/${product.id}`);
    await trendOf(page).getByRole("alert").getByText("not today").waitFor();
    await context.unroute("**/price-trend?*");
    await trendOf(page).getByRole("button", { name: "Try again" }).click();
    await trendOf(page).getByRole("table").waitFor();
  });
});

describe("listings", () => {
  it("are shown by page, those on sale and those sold, in both orders", async () => {
    const visit = await world.visit("/app/", { isAdmin: true });
    const { page } = visit;
    const product = await newProduct(visit, { enabled: false });
    await store(product, [
      ...Array.from({ length: 22 }, (_, index) => ({ name: `Offer ${index}`, price: 1_000 + index })),
      sold(3, 800, { name: "Sold cheap" }),
      sold(1, 900, { name: "Sold late" }),
    ]);
    await page.goto(`/app/prices/${product.id}`);
    const offers = page.getByRole("list", { name: "On sale" }).getByRole("article");
    await offers.nth(19).waitFor();
    expect(await offers.count()).toBe(20);
    await button(page, "Show more").click();
    await offers.nth(21).waitFor();
    // The keyboard goes on at the first listing that came.
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Offer 20");

    await page.getByRole("link", { name: "Sold", exact: true }).click();
    expect(page.url()).toContain("?listings=sold");
    const headings = page.getByRole("list", { name: "Sold" }).getByRole("heading");
    await headings.nth(1).waitFor();
    expect(await headings.allTextContents()).toEqual(["Sold late", "Sold cheap"]);
    await page.getByRole("radio", { name: "Cheapest first" }).check();
    await headings.first().getByText("Sold cheap").waitFor();
  });

  it("and products stay text, whatever is in them", async () => {
    const visit = await world.visit("/app/", { isAdmin: true });
    const { page, context, client } = visit;
    const name = `<img src=x onerror=alert(1)> ${newName()}`;
    const product = await client.products.create({ name, crawl: { keyword: "<b>camera</b>", enabled: false } });
    await store(product, [
      {
        name: "<script>alert(1)</script>",
        price: 1,
        sellingStatus: ON_SALE,
        sellingUrl: "javascript:alert(1)",
        imageUrl: "javascript:alert(1)",
      },
    ]);
    await context.route("**/price-trend?*", async (route) => {
      const response = await route.fetch();
      const trend = await response.json();
      await route.fulfill({
        response,
        json: { ...trend, on_sale: { ...trend.on_sale, lowest_url: "javascript:alert(1)" } },
      });
    });
    await page.goto("/app/prices");
    const article = articleOf(page, name);
    await article.getByText("Cheapest offer: ¥1").waitFor();
    expect(await article.getByRole("link").count()).toBe(1);
    await article.getByRole("link", { name }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    await page.getByText("<script>alert(1)</script>").waitFor();
    await button(page, "Show images").click();
    await button(page, "Hide images").waitFor();
    expect(await page.locator("main img, main script, main a[href^=javascript]").count()).toBe(0);
  });
});

it("who is no administrator sees the prices, and can't change anything", async () => {
  const admin = await world.visit("/app/", { isAdmin: true });
  const product = await newProduct(admin, { enabled: false });
  await store(product, [sold(1, 3_000), { price: 2_000 }]);
  const { page } = await world.visit("/app/prices");
  const article = articleOf(page, product.name);
  await article.getByRole("link", { name: "Cheapest offer: ¥2,000" }).waitFor();
  for (const name of ["New product", "Crawl now", "Alert", "Edit", "Delete"]) {
    expect(await button(page, name).count()).toBe(0);
  }
  await article.getByRole("link", { name: product.name }).click();
  await page.getByRole("heading", { name: product.name, level: 1 }).waitFor();
  await trendOf(page).getByRole("table").waitFor();
  expect(await button(page, "Crawl now").count()).toBe(0);
  expect(await page.getByRole("heading", { name: "Crawls" }).count()).toBe(0);
});

it("a product that is not there says so", async () => {
  const { page } = await world.visit("/app/prices/0000");
  await page.getByRole("alert").getByText("no longer there").waitFor();
});

it("everything is there in Japanese, on a narrow screen without scrolling sideways", async () => {
  const visit = await world.visit("/app/", {
    isAdmin: true,
    locale: "ja-JP",
    browser: { viewport: { width: 320, height: 700 } },
  });
  const { page } = visit;
  const product = await newProduct(visit);
  await store(product, [sold(1, 3_000), sold(9, 4_000), { price: 2_000 }]);
  const excess = "document.documentElement.scrollWidth - innerWidth";
  await page.goto("/app/prices");
  await articleOf(page, product.name).getByRole("link", { name: "最安値: ¥2,000" }).waitFor();
  expect(await page.evaluate(excess)).toBe(0);
  await page.goto(`/app/prices/${product.id}`);
  await page.getByRole("figure", { name: "価格の推移" }).locator("canvas").waitFor();
  expect(await page.evaluate(excess)).toBe(0);
});
