// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, it, onTestFinished, vi } from "vitest";
import { knownTags } from "../../../../console/parts/tags/known-tags.ts";
import { SideTags } from "../../../../console/parts/tags/side-tags.tsx";
import { TagFilter } from "../../../../console/parts/tags/tag-filter.tsx";
import { TagLinks } from "../../../../console/parts/tags/tag-links.tsx";
import { TagsLink } from "../../../../console/parts/tags/tags-link.tsx";
import { ChangesApi } from "../../../client/sync/changes-api.ts";
import { fill, loaded, press } from "../../dom/acts.ts";
import { links } from "../../dom/contents.ts";
import { entryOf, openPage } from "../../dom/page.ts";
import { textBox, texts } from "../../dom/shown.ts";

it("the tags of an item are a list of links to the items with each", async () => {
  const page = await openPage();
  const shown = (...tags: string[]) =>
    page.show(() => h(TagLinks, { tags, addressOf: (tag) => `/app/all?tag=${tag}` }));
  await shown("owls", "鳥");
  expect(document.querySelector("main ul")?.getAttribute("aria-label")).toBe("Tags");
  expect(links("main")).toEqual([
    ["owls", "/app/all?tag=owls"],
    ["鳥", "/app/all?tag=鳥"],
  ]);
  await shown();
  expect(document.querySelector("main ul")).toBeNull();
});

it("a list leads to all tags", async () => {
  await (await openPage()).show(TagsLink);
  expect(links("main")).toEqual([["Tags", "/app/tags"]]);
});

it("the filter by tags suggests those of the listed items", async () => {
  const api = new ChangesApi();
  api.saveBookmark("https://blog.example/a", { tags: ["wrens"] });
  api.saveStock("https://speakerdeck.com/ada/owls", { tags: ["owls"] });
  const page = await openPage([], api);
  let chosen: readonly string[] = [];
  const onChange = (tags: readonly string[]) => {
    chosen = tags;
  };
  await page.show(() => h(TagFilter, { type: "bookmark", tags: ["birds"], onChange }));
  await loaded();
  await act(() => textBox("Filter by tags").focus());
  await fill("Filter by tags", "w");
  expect(texts('[role="option"]')).toEqual(["wrens"]);
  await act(() => document.querySelector<HTMLElement>('[role="option"]')?.click());
  expect(chosen).toEqual(["birds", "wrens"]);
  await press("Remove birds");
  expect(chosen).toEqual([]);
});

it("the filter by tags says that its box could not be loaded, and loads it when asked to", async () => {
  const FILE = "../../../../console/parts/tags/tag-input.tsx";
  vi.doMock(FILE, () => Promise.reject(new TypeError("Failed to fetch")));
  const page = await openPage();
  await page.show(() => h(TagFilter, { type: "bookmark", tags: [], onChange: () => undefined }));
  await loaded();
  expect(texts("main .failure")[0]).toContain("This part of the page could not be loaded.");
  vi.doUnmock(FILE);
  await press("Try again");
  await loaded();
  expect([texts("main .failure"), textBox("Filter by tags").value]).toEqual([[], ""]);
});

it("those of what the API has are known, those of the most items first", async () => {
  const api = new ChangesApi();
  for (const [index, tags] of [["winter", "Birds"], ["birds"], []].entries()) {
    api.saveBookmark(`https://blog.example/${index}`, { tags });
  }
  api.saveStock("https://speakerdeck.com/ada/owls");
  const waits = entryOf({ create: "bookmark", body: { url: "https://blog.example/d", tags: ["new"] } });
  const { library } = await openPage([waits], api);
  expect(knownTags(library).map((tag) => tag.toLowerCase())).toEqual(["birds", "winter"]);
});

it("beside the screens are the tags of the most items, as many as there is space for: of bookmarks, or of decks", async () => {
  // Space for the heading and two tags, of 36 pixels each.
  class Observer {
    constructor(run: (entries: unknown) => void) {
      this.observe = (target) => {
        target.style.lineHeight = "36px";
        run([{ target, contentRect: { height: 110 } }]);
      };
    }
    observe: (target: HTMLElement) => void;
    disconnect = () => undefined;
  }
  vi.stubGlobal("ResizeObserver", Observer);
  onTestFinished(() => void vi.unstubAllGlobals());
  const api = new ChangesApi();
  for (const tags of [["wrens"], ["owls", "birds"], ["birds", "owls"]]) {
    api.saveBookmark(`https://blog.example/${tags}`, { tags });
  }
  api.saveStock("https://speakerdeck.com/ada/owls", { tags: ["talk"] });
  const page = await openPage([], api);
  await page.show(SideTags, "bookmarks?tag=owls");
  const shown = () => links("main");
  await expect.poll(shown).toEqual([
    ["birds", "/app/bookmarks?tag=birds"],
    ["owls", "/app/bookmarks?tag=owls"],
  ]);
  expect(texts("[aria-current]")).toEqual(["owls"]);
  await page.show(SideTags, "slides");
  await expect.poll(shown).toEqual([["talk", "/app/slides?tag=talk"]]);
});
