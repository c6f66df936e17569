import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ownAnswer, sharedChromium } from "../../client/chromium.ts";
import type { Door, SentRecommendation } from "../../local/stories/recommendations-system.ts";
import { openDoor, RecommendationsSystem } from "../../local/stories/recommendations-system.ts";
import { until } from "../../local/until.ts";
import type { MembersSite } from "../../upstreams/members-site.ts";
import { startMembersSite } from "../../upstreams/members-site.ts";

/** A title that an attacker might choose. */
const HOSTILE = `</a></h3><script>window.hacked=1</script><img src=x onerror="window.hacked=1">'"`;
const HOSTILE_FIELDS = { title: HOSTILE, description: HOSTILE, excerpt: HOSTILE, one_click_subscribe: true };

let browser: Browser;
let others: MembersSite;
let door: Door;
/** Recommends sites. Bob's blog shows her recommendations. */
let alice: RecommendationsSystem;

beforeAll(async () => {
  [browser, others, door] = await Promise.all([sharedChromium(), startMembersSite(), openDoor()]);
  alice = await RecommendationsSystem.start(door.origin, {});
  door.leadTo(alice.outputs.api_url);
  await once(blog.listen(0, "127.0.0.1"), "listening");
  blogOrigin = `http://127.0.0.1:${(blog.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await Promise.all([alice?.close(), others?.close(), door?.close()]);
  blog.closeAllConnections();
  blog.close();
});

let context: BrowserContext;
let page: Page;
/** Errors and console messages of the test's pages. */
let complaints: string[];
beforeEach(async () => open());
afterEach(() => context.close());

async function open(options: { readonly javaScriptEnabled?: boolean } = {}): Promise<void> {
  await context?.close();
  context = await browser.newContext(options);
  page = await context.newPage();
  complaints = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
}

/** Bob's blog: its pages by their paths. */
const pages = new Map<string, string>();
const blog = createHttpServer(({ url = "" }, answer) => {
  answer.setHeader("content-type", "text/html");
  answer.end(pages.get(url));
});
let blogOrigin = "";

let sites = 0;
/** Alice recommends another site, at a path of its own. */
function recommended(fields: SentRecommendation = {}, below = `/site-${++sites}`) {
  return alice.add({ title: `Site ${below}`, url: `${others.origin}${below}/`, ...fields });
}

const clicksOn = (id: string, least = 1) =>
  until(
    "the clicks are counted",
    async () => (await alice.recommendation(id, "count.clicks"))?.count?.clicks ?? 0,
    (clicks) => clicks >= least,
  );

/** A proxy that passes nothing on before `open`, and nothing of clients that have disconnected by then. */
async function slowDoor(origin: string) {
  const isOpen = Promise.withResolvers<void>();
  const visitors = new Set<Socket>();
  const server = createServer((visitor) => {
    const said: Buffer[] = [];
    const hear = (chunk: Buffer) => said.push(chunk);
    // Only a socket that is read reports the disconnect.
    visitors.add(visitor.on("data", hear).on("error", () => visitor.destroy()));
    void isOpen.promise.then(() => {
      if (visitor.destroyed) return;
      visitor.off("data", hear);
      const host = connect(Number(new URL(origin).port), "127.0.0.1");
      host.write(Buffer.concat(said));
      visitor.pipe(host).pipe(visitor);
      host.on("error", () => visitor.destroy());
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => isOpen.resolve(),
    async close() {
      for (const visitor of visitors) visitor.destroy();
      await once(server.close(), "close");
    },
  };
}

const embedScript = () => `<script async src="${alice.outputs.site_url}/embed.js"></script>`;

/** A page of Bob's blog. @returns its address */
async function blogPage(name: string, content: string, script = embedScript()): Promise<string> {
  pages.set(`/${name}`, `<!doctype html><html lang="en"><title>Bob</title>${script}${content}`);
  return `${blogOrigin}/${name}`;
}

const link = (title: string) => page.getByRole("link", { name: title, exact: true });

const styleOf = (element: Locator, property: string) =>
  element.evaluate(
    (shown, name) => shown.ownerDocument.defaultView?.getComputedStyle(shown).getPropertyValue(name),
    property,
  );

describe("the site's page", () => {
  it("counts a click even if the page is left at once", async () => {
    const { id, title, url } = await recommended();
    const slow = await slowDoor(alice.outputs.api_url);
    await context.route("**/embed.js", async (route) => {
      const response = await ownAnswer(route);
      await route.fulfill({ response, body: (await response.text()).replace(alice.outputs.api_url, slow.origin) });
    });
    await page.goto(alice.url);
    await link(title).click();
    await page.waitForURL(url);
    expect(await page.title()).toBe(new URL(url).pathname);
    slow.open();
    expect(await clicksOn(id)).toBe(1);
    expect(complaints).toEqual([]);
    await slow.close();
  });

  it("counts each click that follows a recommendation, but none that opens a menu", async () => {
    const { id, title, url } = await recommended();
    await page.goto(alice.url);
    // The right button opens a menu, which no test can close; the middle button opens a tab.
    await link(title).dispatchEvent("auxclick", { button: 2 });
    const counted = page.waitForRequest((request) => request.url().endsWith("/clicked"));
    await Promise.all([counted, context.waitForEvent("page"), link(title).click({ button: "middle" })]);
    await link(title).click();
    await page.waitForURL(url);
    expect(await clicksOn(id, 2)).toBe(2);
  });

  it("requests a subscription from a site as Ghost's portal does, and counts it, under its content security policy", async () => {
    const { id, title } = await recommended({ one_click_subscribe: true }, "/notes");
    await page.goto(alice.url);
    const item = page.getByRole("listitem").filter({ has: link(title) });
    await item.getByLabel("Your email address").fill("mia@example.com");
    const counted = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().endsWith("/subscribed"),
    );
    await item.getByRole("button", { name: `Subscribe to ${title}` }).click();
    expect((await counted).status()).toBe(204);
    expect((await alice.recommendation(id, "count.subscribers"))?.count?.subscribers).toBe(1);
    await expect.poll(() => item.getByRole("status").textContent()).toMatch(/check your inbox/);
    expect(others.magicLinks("/notes")).toEqual([
      expect.objectContaining({ email: "mia@example.com", emailType: "signup", autoRedirect: false }),
    ]);
    expect(complaints).toEqual([]);
  });

  it.each(["blocked", "switched off"])("shows everything, and follows links, with its script %s", async (how) => {
    const { title, url } = await recommended({
      excerpt: "Notes on ferries",
      favicon: `${others.origin}/icon.png`,
      featured_image: `${others.origin}/cover.png`,
      one_click_subscribe: true,
    });
    await open({ javaScriptEnabled: how === "blocked" });
    await context.route("**/embed.js", (route) => route.abort());
    await page.goto(alice.url);
    const item = page.getByRole("listitem").filter({ has: page.locator(`a[href="${url}"]`) });
    const { pathname } = new URL(url);
    expect(await item.getByText("Notes on ferries").isVisible()).toBe(true);
    expect(await item.locator("img").evaluateAll((images) => images.map((image) => image.getAttribute("src")))).toEqual(
      [`${others.origin}/icon.png`, `${others.origin}/cover.png`],
    );
    await item.getByLabel("Your email address").fill("mia@example.com");
    await item.getByRole("button").click();
    await page.waitForURL(`${url}members/api/send-magic-link/`);
    const [form] = others.requests(({ method, path }) => method === "POST" && path.startsWith(pathname));
    expect(form?.body).toBe("emailType=signup&email=mia%40example.com");

    await page.goBack();
    await link(title).click();
    await page.waitForURL(url);
  });

  it("keeps its form with any title of a site", async () => {
    const { url } = await recommended(HOSTILE_FIELDS);
    await page.goto(alice.url);
    const shown = page.locator(`a[href="${url}"]`);
    expect(await shown.textContent()).toBe(HOSTILE);
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it("can be used with the keyboard only, with visible focus", async () => {
    const { id, url } = await recommended();
    await page.goto(alice.url);
    const shown = page.locator(`a[href="${url}"]`);
    await shown.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    expect(await shown.evaluate((focused) => focused.matches(":focus-visible"))).toBe(true);
    expect(await styleOf(shown, "outline-style")).toBe("solid");
    await page.keyboard.press("Enter");
    await page.waitForURL(url);
    expect(await clicksOn(id)).toBe(1);
  });
});

describe("embed.js", () => {
  it("has at most 6 KB compressed, and loads nothing from other sites", async () => {
    const answer = await fetch(`${alice.outputs.site_url}/embed.js`);
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    const script = await answer.text();
    expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(6 * 1_024);
    expect(script).not.toMatch(/\bimport\s*\(|\brequire\(|https:\/\//);
  });

  it("counts a click on another site's page", async () => {
    const { id, title, url } = await recommended();
    const address = await blogPage("blog.html", "<magpie-recommendations limit=100></magpie-recommendations>");
    await page.goto(address);
    const [tab] = await Promise.all([context.waitForEvent("page"), link(title).click()]);
    await tab.waitForURL(url);
    await context.close();
    expect(await clicksOn(id)).toBe(1);
    expect(others.requests(({ path }) => url.endsWith(path)).at(-1)?.headers.referer).toBe(address);
  });

  it("shows the list with the lines from docs/recommendations.md", async () => {
    const { title } = await recommended();
    const docs = readFileSync(resolve(import.meta.dirname, "../../../docs/recommendations.md"), "utf8");
    const recipe = /```html embed\n([\s\S]*?)```/.exec(docs)?.[1] ?? "";
    await page.goto(
      await blogPage("recipe.html", recipe.replaceAll("https://site.example", alice.outputs.site_url), ""),
    );
    await link(title).waitFor();
    expect(await page.getByRole("listitem").count()).toBeLessThanOrEqual(5);
    expect(await link("Sites we recommend").isVisible()).toBe(false);
  });

  it("has icon, excerpt, parts and custom properties", async () => {
    const { title } = await recommended({ excerpt: "On ferries", favicon: `${others.origin}/closed/icon.png` });
    const style =
      "<style>magpie-recommendations{--magpie-gap:7px}magpie-recommendations::part(title){color:rgb(1,2,3)}</style>";
    await page.goto(await blogPage("style.html", `${style}<magpie-recommendations></magpie-recommendations>`));
    const item = page.getByRole("listitem").filter({ has: link(title) });
    expect(await item.locator("[part=excerpt]").textContent()).toBe("On ferries");
    expect(await styleOf(item.locator("[part=title]"), "color")).toBe("rgb(1, 2, 3)");
    expect(await styleOf(page.locator("[part=list]"), "row-gap")).toBe("7px");
    // An invalid image leaves no gap.
    await expect.poll(() => item.locator("img").count()).toBe(0);
  });

  it("keeps the page's own content if its script is blocked", async () => {
    await context.route("**/embed.js", (route) => route.abort());
    const fallback = `<magpie-recommendations><a href="${alice.url}">What Alice reads</a></magpie-recommendations>`;
    const address = await blogPage("fallback.html", fallback);
    await Promise.all([page.waitForEvent("requestfailed"), page.goto(address)]);
    expect(await link("What Alice reads").isVisible()).toBe(true);
  });
});
