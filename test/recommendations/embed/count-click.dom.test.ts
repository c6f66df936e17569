// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const beacons: string[] = [];

beforeEach(() => {
  beacons.length = 0;
  vi.stubGlobal("MAGPIE_API_URL", "https://api.example");
  vi.stubGlobal("MAGPIE_SITE_URL", "https://site.example");
  vi.stubGlobal("navigator", {
    sendBeacon(url: string) {
      beacons.push(url);
      return true;
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** Shows a page whose clicks are counted, and clicks the element with the id `clicked` on it. */
async function click(
  html: string,
  event: Event = new MouseEvent("click", { bubbles: true, cancelable: true }),
): Promise<void> {
  const { countClick } = await import("../../../lambdas/recommendations/embed/count-click.ts");
  const list = document.createElement("div");
  list.innerHTML = html;
  list.addEventListener(event.type, countClick);
  // The link leads nowhere here.
  list.addEventListener(event.type, (clicked) => clicked.preventDefault());
  document.body.append(list);
  document.querySelector("#clicked")?.dispatchEvent(event);
}

const LINK = '<a data-recommendation="r-1" href="https://bob.example/"><b id="clicked">Bob</b></a>';

it.each([
  {
    what: "the left button",
    event: () => new MouseEvent("click", { bubbles: true, cancelable: true, button: 0 }),
    counted: 1,
  },
  {
    what: "the middle button",
    event: () => new MouseEvent("auxclick", { bubbles: true, cancelable: true, button: 1 }),
    counted: 1,
  },
  {
    what: "the right button",
    event: () => new MouseEvent("auxclick", { bubbles: true, cancelable: true, button: 2 }),
    counted: 0,
  },
  { what: "the keyboard", event: () => new Event("click", { bubbles: true, cancelable: true }), counted: 1 },
])("a click within a link by $what is counted $counted times", async ({ event, counted }) => {
  await click(LINK, event());
  expect(beacons).toEqual(Array(counted).fill("https://api.example/v1/recommendations/r-1/clicked"));
});

it.each([
  ["beside the links", '<p id="clicked">text</p>'],
  ["on a link without a recommendation", '<a id="clicked" href="https://bob.example/">Bob</a>'],
  ["on a form, which has an id, too", '<form data-recommendation="r-1"><b id="clicked">Bob</b></form>'],
])("a click %s is not counted", async (_what, html) => {
  await click(html);
  expect(beacons).toEqual([]);
});

it("an id is one part of the address, whatever it contains", async () => {
  await click('<a id="clicked" data-recommendation="../x?y">Bob</a>');
  expect(beacons).toEqual(["https://api.example/v1/recommendations/..%2Fx%3Fy/clicked"]);
});

it("a browser without beacons follows the link", async () => {
  vi.stubGlobal("navigator", {});
  await expect(click(LINK)).resolves.toBeUndefined();
});
