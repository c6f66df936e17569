import { describe, expect, it, vi } from "vitest";
import { NO_ENTRIES } from "../../../client/moving/index.ts";
import { choose } from "../../../console/device/preferences.ts";
import { BackgroundImport } from "../../../console/library/background-import.ts";
import { KeptTexts } from "../../../console/library/kept-texts.ts";
import { device } from "../dom/device.ts";
import { openLibraries } from "../dom/open-libraries.ts";
import { READ_AT, textOf } from "../reading/a-text.ts";

const own = device();
const OWLS = "https://blog.example/owls";
const FILE = "../../../console/library/background.ts";
const begun = { type: "bookmark", slides: false, now: READ_AT, total: 1 } as const;
const { given, signsIn, ready, opened } = openLibraries(own);

it("the texts of a person's bookmarks come once the network is back, and again after another choice", async () => {
  const saved = given.api.saveBookmark(OWLS, { title: "Owls", words: 4, read_at: READ_AT });
  let isAway = true;
  given.instead = (request) => {
    if (!request.url.endsWith("/content")) return undefined;
    return isAway ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(Response.json(textOf(saved)));
  };
  const library = await opened();
  const { texts } = await library.loadBackground();
  await expect.poll(() => texts.state.value.missing).toBe(1);
  await texts.follow();
  isAway = false;
  await library.synced.refresh();
  await expect.poll(() => texts.state.value).toMatchObject({ count: 1, missing: 0 });
  choose({ keptTexts: "off" });
  await expect.poll(() => texts.state.value.count).toBe(0);
  choose({ keptTexts: "200" });
  await expect.poll(() => texts.state.value.count).toBe(1);
});

describe("the import and the texts of this device", () => {
  it("begin with the library, go on after a new sign-in, and end with it", async () => {
    const start = vi.spyOn(BackgroundImport.prototype, "start");
    const resume = vi.spyOn(BackgroundImport.prototype, "resume");
    const follow = vi.spyOn(KeptTexts.prototype, "follow");
    const ends = [vi.spyOn(BackgroundImport.prototype, "close"), vi.spyOn(KeptTexts.prototype, "close")];
    const library = await opened();
    await expect.poll(() => [start, follow].every(({ mock }) => mock.calls.length > 0)).toBe(true);
    await signsIn(2);
    own.tell(null);
    expect(resume).toHaveBeenCalledOnce();
    await library.close();
    expect(ends.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    follow.mockClear();
    choose({ keptTexts: "50" });
    await library.loadBackground();
    expect(follow).not.toHaveBeenCalled();
  });

  it("wait for all bookmarks before texts are fetched", async () => {
    const changes = Promise.withResolvers<void>();
    given.instead = (request) =>
      new URL(request.url).pathname === "/v1/changes"
        ? changes.promise.then(() => given.api.fetch(request))
        : undefined;
    const start = vi.spyOn(BackgroundImport.prototype, "start");
    const follow = vi.spyOn(KeptTexts.prototype, "follow");
    await opened();
    await expect.poll(() => start.mock.calls.length).toBeGreaterThan(0);
    expect(follow).not.toHaveBeenCalled();
    changes.resolve();
    await expect.poll(() => follow.mock.calls.length).toBeGreaterThan(0);
  });

  it("are not opened any more when the library was closed while they were loaded", async () => {
    const library = await ready();
    const loading = library.loadBackground();
    await library.close();
    await expect(loading).rejects.toThrow("The library is closed.");
    expect(library.background.value).toBeNull();
  });

  it("are there before the first screen where there may be an import, whose banner would move it; it survives a sign-out", async () => {
    const { imports } = await (await ready()).loadBackground();
    await imports.begin(begun, new Blob(["a"]), NO_ENTRIES);
    const library = await ready();
    expect(library.background.value?.imports.shown.value).toMatchObject({ ...begun, end: null });
    await library.signOut();
    expect((await indexedDB.databases()).map(({ name }) => name)).toContain(`magpie-import ${given.person}`);
  });

  it("are loaded by the next change of the items when they could not be before", async () => {
    const failing = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
    vi.doMock(FILE, failing);
    const library = await opened();
    await expect.poll(() => failing.mock.calls.length).toBeGreaterThan(0);
    await expect(library.loadBackground()).rejects.toThrow();
    vi.doUnmock(FILE);
    given.api.saveBookmark(OWLS, { title: "Owls" });
    await library.synced.refresh();
    await expect.poll(() => library.background.value).not.toBeNull();
  });
});
