// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

// What a page does once, when it is loaded: each test has its modules anew.
beforeEach(() => {
  vi.resetModules();
  document.head.replaceChildren();
  localStorage.clear();
});
// The modules that have read what is stored here are not those of the next file.
afterEach(() => {
  vi.resetModules();
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

it("a page starts with the defaults, or with what was chosen on this device before", async () => {
  const opened = async () => {
    vi.resetModules();
    const { preferences } = await import("../../../console/device/preferences.ts");
    const { isDeviceFull } = await import("../../../console/device/keep-item.ts");
    return { ...preferences.value, isFull: isDeviceFull.value };
  };
  const defaults = {
    language: null,
    theme: null,
    shortcuts: true,
    images: false,
    keptTexts: "200",
    sort: "newest",
    listView: "rows",
    deckView: "rows",
    bookView: "covers",
    trendInterval: "week",
    trendMonths: 3,
    textSize: "medium",
    typeface: "serif",
    paper: null,
    isFull: false,
  };
  expect(await opened()).toEqual(defaults);
  localStorage.setItem("magpie-preferences", '{"theme":"dark","sort":"title"}');
  expect(await opened()).toEqual({ ...defaults, theme: "dark", sort: "title" });
});

describe("images of other sites", () => {
  const policies = () =>
    Array.from(document.querySelectorAll("meta"), (each) => [each.httpEquiv, each.getAttribute("content")]);

  /** Of a person who wants images of other sites or not. */
  async function opened(images: boolean) {
    const { refuseOutsideImages } = await import("../../../console/device/outside-images.ts");
    const { preferences } = await import("../../../console/device/preferences.ts");
    const prefer = (changes: Partial<typeof preferences.value>) => {
      preferences.value = { ...preferences.value, ...changes };
    };
    const reload = vi.spyOn(location, "reload").mockReturnValue();
    prefer({ images });
    refuseOutsideImages();
    return { prefer, reload };
  }

  it("are refused until the person wants them: then the page is loaded again", async () => {
    const { prefer, reload } = await opened(false);
    expect(policies()).toEqual([["Content-Security-Policy", "img-src 'self' data:"]]);
    prefer({ theme: "dark" });
    expect([policies().length, reload.mock.calls.length]).toEqual([1, 0]);
    prefer({ images: true });
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("are refused once the person no longer wants them", async () => {
    const { prefer, reload } = await opened(true);
    expect([policies().length, reload.mock.calls.length]).toEqual([0, 0]);
    prefer({ images: false });
    expect(policies().length).toBe(1);
  });
});

describe("the styles of the screens", () => {
  /** What was added to the page. It is not in the DOM, which would say at once that it loads no files. */
  const links: HTMLLinkElement[] = [];
  /** In its place: where those are that were not removed. */
  const holder = document.createElement("div");

  beforeEach(() => {
    links.length = 0;
    holder.replaceChildren();
  });

  /** The module as a page has it whose styles of screens are in this file. */
  async function opened(address: string | null) {
    const { loadScreenStyles } = await import("../../../console/device/screen-styles.ts");
    if (address !== null) {
      const meta = document.createElement("meta");
      meta.name = "screen-styles";
      meta.content = address;
      document.head.append(meta);
    }
    vi.spyOn(document.head, "append").mockImplementation((link) => {
      links.push(link as HTMLLinkElement);
      holder.append(link);
    });
    return loadScreenStyles;
  }

  it("are loaded once, from the file that the page names", async () => {
    const load = await opened("/app/assets/screens-1.css");
    const both = Promise.all([load(), load()]);
    expect(links.map(({ rel, href }) => [rel, new URL(href).pathname])).toEqual([
      ["stylesheet", "/app/assets/screens-1.css"],
    ]);
    links[0]?.dispatchEvent(new Event("load"));
    await both;
    await load();
    expect(links.length).toBe(1);
  });

  it("that could not be loaded are an error, and are requested again", async () => {
    const load = await opened("/app/assets/screens-1.css");
    const failed = load();
    links[0]?.dispatchEvent(new Event("error"));
    await expect(failed).rejects.toThrow("/app/assets/screens-1.css could not be loaded.");
    const again = load();
    expect(links.length).toBe(2);
    links[1]?.dispatchEvent(new Event("load"));
    await again;
    expect([...holder.children]).toEqual(links.slice(1));
  });

  it("are none where the page names no such file", async () => {
    const load = await opened(null);
    await load();
    expect(links).toEqual([]);
  });
});
