import { resolve } from "node:path";
import { build } from "esbuild";
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { withCopies } from "../../../lambdas/bookmarks/readers/content-pictures.ts";
import { sanitizedHtml } from "../../../lambdas/bookmarks/readers/sanitized-html.ts";
import { markupTokens } from "../../../lambdas/shared/html/markup-tokens.ts";
import { sharedChromium } from "../../client/chromium.ts";
import type { ConsoleWorld } from "../console-world.ts";
import { answerTexts } from "./answer-texts.ts";
import { ELSEWHERE, HOSTILE_MARKUP } from "./hostile-markup.ts";

// What keeps a page's text from harming its reader, each wall with the others down: the worker's list, the list at display, the
// policy of the console.

const contexts: BrowserContext[] = [];

/** A page of a site without a policy, and what it asks of others. */
async function barePage(): Promise<{ readonly page: Page; readonly asked: string[] }> {
  const context = await (await sharedChromium()).newContext({ bypassCSP: true });
  contexts.push(context);
  const asked: string[] = [];
  await context.route("**/*", (route) => {
    const url = route.request().url();
    if (url === `${SITE}/`)
      return route.fulfill({ contentType: "text/html", body: "<!doctype html><div id=text></div>" });
    asked.push(url);
    return route.abort();
  });
  const page = await context.newPage();
  await page.goto(`${SITE}/`);
  return { page, asked };
}

const SITE = "https://magpie.example";
/** What a kept text may have: elements with their attributes. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    "h2 h3 h4 p ul ol li blockquote pre code kbd samp em strong s sub sup mark figure figcaption table caption thead tbody tr dl dt dd br hr ruby rb rt rp"
      .split(" ")
      .map((name) => [name, []]),
  ),
  a: ["href"],
  th: ["scope"],
  td: ["colspan", "rowspan"],
  time: ["datetime"],
  abbr: ["title"],
  img: ["src", "alt", "width", "height"],
  span: ["lang", "dir"],
};

/** What of `#text` is not allowed, before and after a browser has written and read it once more. */
const STRANGE = `(() => {
  const allowed = ${JSON.stringify(ALLOWED)};
  const text = document.querySelector("#text");
  const strange = () => [...text.querySelectorAll("*")].flatMap((element) => {
    const own = element.namespaceURI === "http://www.w3.org/1999/xhtml" ? allowed[element.localName] : undefined;
    if (own === undefined) return [element.localName];
    return [...element.attributes].flatMap(({ name, value }) => {
      const protocol = URL.parse(value)?.protocol;
      if (!own.includes(name)) return [element.localName + " " + name];
      if (name === "href" && !["https:", "http:", "mailto:"].includes(protocol)) return [value];
      if (name === "src" && !new URL(value, location).href.startsWith(location.origin + "/i/")) return [value];
      return [];
    });
  });
  const found = strange();
  text.innerHTML = text.innerHTML;
  return [...found, ...strange(), ...(window.ran === undefined ? [] : ["a script has run"])];
})()`;

/** The list at display, as a script of a page. */
async function safeTextScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { safeText } from "./console/reading/safe-text.ts";
        window.show = (html) => document.querySelector("#text").replaceChildren(safeText(html));`,
      resolveDir: resolve(import.meta.dirname, "../../.."),
    },
    bundle: true,
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** What is left of each hostile markup that is not allowed, once it was shown. */
async function leftOn(page: Page, show: (markup: string) => string): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const [idea, markup] of Object.entries(HOSTILE_MARKUP)) {
    await page.evaluate(show(markup));
    found[idea] = await page.evaluate<string[]>(STRANGE);
  }
  return found;
}
const NOTHING = Object.fromEntries(Object.keys(HOSTILE_MARKUP).map((idea) => [idea, []]));

/** What a policy has no words for: a page may always be left, and an address be fetched early. */
const NOT_OF_POLICIES = ["another page at once", "an early request"];

/** Each wall with the others down. */
export function readingWalls(world: ConsoleWorld): void {
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });

  describe("the worker's list, alone", () => {
    it("leaves of hostile markup what a kept text may have, and nothing runs or is asked for", async () => {
      const { page, asked } = await barePage();
      const found = await leftOn(page, (markup) => {
        const safe = sanitizedHtml(markupTokens(markup), new URL("https://blog.example/"));
        const html = withCopies(safe.html, new Map());
        return `document.querySelector("#text").innerHTML = ${JSON.stringify(html)}`;
      });
      expect([found, asked]).toEqual([NOTHING, []]);
    });
  });

  describe("the list at display, alone", () => {
    it("leaves of hostile markup what a kept text may have, and nothing runs or is asked for", async () => {
      const { page, asked } = await barePage();
      await page.addScriptTag({ content: await safeTextScript() });
      expect(await leftOn(page, (markup) => `show(${JSON.stringify(markup)})`)).toEqual(NOTHING);
      expect(asked.filter((url) => !url.startsWith(`${SITE}/i/`))).toEqual([]);
    });

    it("is what the console shows a text by", async () => {
      const { page, context } = await world.visit("/app/bookmarks", { browser: { bypassCSP: true } });
      const html = `<p>Owls</p>${HOSTILE_MARKUP["a handler of a broken image"]}<p onclick="window.ran=1">hoot</p>${HOSTILE_MARKUP["an address that is a script"]}`;
      const id = await answerTexts(context, world.system.api, [{ title: "Owls", html }]);
      await page.goto(`/app/bookmarks/${id}/read`);
      await page.getByText("hoot").click();
      const markup = await page.locator(".text").innerHTML();
      expect(markup).toBe('<p>Owls</p><p>hoot</p><a target="_blank" rel="noreferrer noopener">x</a>');
      expect(await page.evaluate("window.ran")).toBeUndefined();
    });
  });

  /** Clicks on everything; a link to a page of the web is not followed. */
  const CLICKS = `{
    addEventListener("click", (event) => {
      if (/^https?:/.test(event.target.closest("a")?.protocol ?? "")) event.preventDefault();
    }, true);
    for (const element of document.querySelectorAll("a, button, p, x-run")) element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }`;

  describe("the policy of the console, alone", () => {
    it("lets no hostile markup run, and requests nothing but images from other sites", async () => {
      const { api, consoleUrl } = world.system;
      const context = await (await sharedChromium()).newContext();
      contexts.push(context);
      await context.request.get(consoleUrl, { maxRedirects: 0 });
      const answer = await context.request.get(`${api}/app/`);
      const policy = answer.headers()["content-security-policy"] ?? "";
      expect(policy).toContain("script-src 'self'");
      let markup = "";
      let asked: string[] = [];
      await context.route("**/*", (route) => {
        const url = route.request().url();
        if (url === `${api}/app/hostile`) {
          const headers = { "content-security-policy": policy, "content-type": "text/html; charset=utf-8" };
          return route.fulfill({ headers, body: `<!doctype html><p>${markup}` });
        }
        // The header allows images of any site, which the page forbids to itself.
        if (!url.startsWith(api) && route.request().resourceType() !== "image") asked.push(url);
        return route.abort();
      });
      const page = await context.newPage();
      const found: Record<string, unknown> = {};
      for (const [idea, each] of Object.entries(HOSTILE_MARKUP)) {
        if (NOT_OF_POLICIES.includes(idea)) continue;
        markup = each;
        asked = [];
        await page.goto(`${api}/app/hostile`);
        await page.evaluate(CLICKS);
        const ran = await page.evaluate("window.ran");
        found[idea] = [...(ran === undefined ? [] : ["a script has run"]), ...asked];
      }
      for (const idea of NOT_OF_POLICIES) found[idea] = [];
      expect(found).toEqual(NOTHING);
    });

    it("and the page's own request no image of another site while a text is read", async () => {
      const { page, context, wrongs } = await world.visit("/app/bookmarks");
      const asked: string[] = [];
      await context.route(`${ELSEWHERE}/**`, (route) => {
        asked.push(route.request().url());
        return route.abort();
      });
      const id = await answerTexts(context, world.system.api, [{ title: "Owls", html: "<p>hoot</p>" }]);
      await page.goto(`/app/bookmarks/${id}/read`);
      await page.getByText("hoot").waitFor();
      await page.evaluate(`new Promise((resolve) => {
        const image = new Image();
        image.onload = image.onerror = resolve;
        image.src = "${ELSEWHERE}/pixel.png";
        document.querySelector(".text").append(image);
      })`);
      expect([asked, wrongs.splice(0).length > 0]).toEqual([[], true]);
    });
  });
}
