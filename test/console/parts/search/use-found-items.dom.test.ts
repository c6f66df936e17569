// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FoundItems } from "../../../../console/parts/search/use-found-items.ts";
import { useFoundItems } from "../../../../console/parts/search/use-found-items.ts";
import { ChangesApi } from "../../../client/sync/changes-api.ts";
import { main } from "../../dom/contents.ts";
import { openPage } from "../../dom/page.ts";

afterEach(() => void vi.restoreAllMocks());

const titles = ({ items }: FoundItems) => items.map(({ item }) => item?.title).join();

describe("the items that match a search", () => {
  it("are those listed before until the texts are read, then those found; changes appear", async () => {
    const api = new ChangesApi();
    for (const title of ["Owls", "Wrens"]) api.saveBookmark(`https://blog.example/${title}`, { title });
    api.saveStock("https://speakerdeck.com/ada/owls");
    const page = await openPage([], api);
    let q = " ";
    const List = () => {
      const { items, isSearching } = useFoundItems(q, { type: "bookmark" });
      return h("p", {}, `${isSearching} ${items.map(({ item }) => item?.title).join()}`);
    };
    await page.show(List);
    expect(main().textContent).toBe("false Wrens,Owls");
    const read = Promise.withResolvers<void>();
    let isPrepared = false;
    vi.spyOn(page.library.synced, "isPrepared", "get").mockImplementation(() => isPrepared);
    vi.spyOn(page.library.synced, "prepare").mockReturnValue(read.promise);
    q = "owls";
    await page.show(() => h(List, {}));
    expect(main().textContent).toBe("true ");
    isPrepared = true;
    await act(async () => read.resolve());
    expect(main().textContent).toBe("false Owls");
    api.saveBookmark("https://blog.example/more", { title: "More owls" });
    await page.refresh();
    expect(main().textContent).toBe("false More owls,Owls");
  });

  it("stay while the search can't be read", async () => {
    const api = new ChangesApi();
    for (const title of ["Owls", "Wrens"]) api.saveBookmark(`https://blog.example/${title}`, { title });
    const page = await openPage([], api);
    const q = signal("owls");
    await page.show(() => h("p", {}, titles(useFoundItems(q.value, {}))));
    expect(main().textContent).toBe("Owls");
    await act(() => {
      q.value = "before:never";
    });
    expect(main().textContent).toBe("Owls");
  });

  it.each([
    ["newest", "false Owls", "false Owls"],
    ["title", "true ", "false Owls"],
    ["site", "true ", "false Owls"],
  ] as const)("sorted by %s are there when what they are sorted by is read", async (sort, before, after) => {
    const api = new ChangesApi();
    api.saveBookmark("https://blog.example/owls", { title: "Owls" });
    const page = await openPage([], api);
    const read = Promise.withResolvers<void>();
    const isPrepared = vi.spyOn(page.library.synced, "isPrepared", "get").mockReturnValue(false);
    vi.spyOn(page.library.synced, "prepare").mockReturnValue(read.promise);
    const List = () => {
      const found = useFoundItems("", { sort });
      return h("p", {}, `${found.isSearching} ${titles(found)}`);
    };
    await page.show(List);
    expect(main().textContent).toBe(before);
    isPrepared.mockReturnValue(true);
    await act(async () => read.resolve());
    expect(main().textContent).toBe(after);
  });

  it("are none when the texts can't be read, which is logged", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const page = await openPage();
    const error = new Error("no texts");
    vi.spyOn(page.library.synced, "isPrepared", "get").mockReturnValue(false);
    vi.spyOn(page.library.synced, "prepare").mockRejectedValue(error);
    await page.show(() => h("p", {}, titles(useFoundItems("owls", {}))));
    expect([main().textContent, told.mock.calls]).toEqual(["", [[error]]]);
  });
});
