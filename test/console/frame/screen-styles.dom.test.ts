// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";

/** What was added to the page. It is not in the DOM, which would say at once that it loads no files. */
const links: HTMLLinkElement[] = [];
/** In its place: where those are that were not removed. */
const holder = document.createElement("div");

beforeEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
  document.head.replaceChildren();
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

it("the styles of the screens are loaded once, from the file that the page names", async () => {
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

it("styles that could not be loaded are an error, and are asked for again", async () => {
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

it("nothing is loaded where the page names no such file", async () => {
  const load = await opened(null);
  await load();
  expect(links).toEqual([]);
});
