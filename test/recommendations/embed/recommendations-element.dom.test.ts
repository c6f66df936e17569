// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** The requests for the list, each with the functions that end it. */
let requests: { readonly url: string; readonly signal: AbortSignal; answer(titles: readonly string[]): void }[] = [];
let status = 200;
const beacons: string[] = [];
const warnings: unknown[][] = [];

beforeEach(async () => {
  requests = [];
  status = 200;
  beacons.length = 0;
  warnings.length = 0;
  vi.stubGlobal("MAGPIE_API_URL", "https://api.example");
  vi.stubGlobal("MAGPIE_SITE_URL", "https://site.example");
  vi.stubGlobal("navigator", { sendBeacon: (url: string) => beacons.push(url) });
  vi.spyOn(console, "warn").mockImplementation((...words) => void warnings.push(words));
  vi.stubGlobal(
    "fetch",
    (url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        const answer = (titles: readonly string[]) => resolve(Response.json(body(titles), { status }));
        requests.push({ url, signal, answer });
      }),
  );
  await import("../../../lambdas/recommendations/embed/embed.ts");
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function body(titles: readonly string[]): object {
  const rest = { description: null, excerpt: null, favicon: null, one_click_subscribe: false };
  return { recommendations: titles.map((title) => ({ id: title, url: `https://${title}.example/`, title, ...rest })) };
}

/** Puts the element on the page. */
async function shown(attributes = "", content = ""): Promise<HTMLElement> {
  document.body.innerHTML = `<magpie-recommendations ${attributes}>${content}</magpie-recommendations>`;
  await settled();
  return document.querySelector<HTMLElement>("magpie-recommendations") as HTMLElement;
}

/** Clicks a link, which leads nowhere here. */
function click(link: Element | null | undefined, type = "click", button = 0): void {
  link?.addEventListener(type, (event) => event.preventDefault());
  link?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, button }));
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function answered(index: number, ...titles: string[]): Promise<void> {
  requests[index]?.answer(titles);
  await settled();
}

const titlesIn = (element: HTMLElement) =>
  Array.from(element.shadowRoot?.querySelectorAll("li") ?? []).map(({ textContent }) => textContent);

it.each([
  { attributes: "", query: "" },
  { attributes: 'limit="2"', query: "limit=2" },
  { attributes: 'limit="2" order="title asc" class="x"', query: "limit=2&order=title+asc" },
])("asks once for the list with $attributes", async ({ attributes, query }) => {
  await shown(attributes);
  expect(requests.map(({ url }) => url)).toEqual([`https://site.example/embed/recommendations?${query}`]);
});

it("shows the list in its own style, beside which the page's content is hidden", async () => {
  const element = await shown("", "<p>Loading</p>");
  expect(element.shadowRoot).toBeNull();
  await answered(0, "a", "b");
  expect(titlesIn(element)).toEqual(["a", "b"]);
  expect(element.shadowRoot?.adoptedStyleSheets[0]?.cssRules.length).toBeGreaterThan(5);
});

it("asks again once when attributes change, and shows the latest answer only", async () => {
  const element = await shown();
  await answered(0, "a", "b");
  element.setAttribute("limit", "1");
  element.setAttribute("order", "title desc");
  await settled();
  element.setAttribute("limit", "3");
  await settled();
  expect(requests.slice(1).map(({ url }) => new URL(url).search)).toEqual([
    "?limit=1&order=title+desc",
    "?limit=3&order=title+desc",
  ]);
  expect(requests.slice(1).map(({ signal }) => signal.aborted)).toEqual([true, false]);
  await answered(2, "c");
  await answered(1, "b");
  expect(titlesIn(element)).toEqual(["c"]);
  expect(warnings).toEqual([]);
});

it("keeps the page's content when the list is refused, and logs it to the browser's console", async () => {
  status = 400;
  const element = await shown('order="x"', "<p>My list</p>");
  await answered(0);
  expect(element.shadowRoot).toBeNull();
  expect(element.textContent).toBe("My list");
  expect(warnings).toEqual([
    ["magpie-recommendations:", expect.objectContaining({ message: expect.stringContaining("400") })],
  ]);
});

it("stops asking when it leaves the page, without a warning", async () => {
  const element = await shown();
  element.remove();
  await settled();
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true]);
  element.setAttribute("limit", "1");
  await settled();
  expect(requests).toHaveLength(1);
  expect(warnings).toEqual([]);
});

it("counts each click once, by either button, however often it was loaded", async () => {
  const element = await shown();
  await answered(0, "a");
  element.setAttribute("limit", "1");
  await settled();
  await answered(1, "a");
  const link = element.shadowRoot?.querySelector("a");
  click(link);
  click(link, "auxclick", 1);
  expect(beacons).toEqual(Array(2).fill("https://api.example/v1/recommendations/a/clicked"));
});

it("takes over the form of a site, so that the browser stays on the page", async () => {
  const element = await shown("listed", '<form data-site="https://bob.example/"><button>Subscribe</button></form>');
  const submit = new Event("submit", { bubbles: true, cancelable: true });
  element.querySelector("form")?.dispatchEvent(submit);
  expect(submit.defaultPrevented).toBe(true);
});

it("leaves an existing list unchanged, and counts its clicks once wherever it is moved", async () => {
  const element = await shown("listed", '<a data-recommendation="r-1" href="https://bob.example/">Bob</a>');
  document.body.append(element);
  element.setAttribute("limit", "1");
  await settled();
  click(element.querySelector("a"));
  expect(requests).toEqual([]);
  expect(element.shadowRoot).toBeNull();
  expect(beacons).toEqual(["https://api.example/v1/recommendations/r-1/clicked"]);
});

it("may be included twice by a page", async () => {
  vi.resetModules();
  await expect(import("../../../lambdas/recommendations/embed/embed.ts")).resolves.toBeDefined();
});
