// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isOffline } from "../../../../console/device/offline.ts";
import { refused } from "../../../client/scripted-api.ts";
import { ChangesApi } from "../../../client/sync/changes-api.ts";
import { becomes, submit } from "../../dom/acts.ts";
import { givenFiles } from "../../dom/given-files.ts";
import { DECK, movingPage, OWLS, shows, WRENS } from "../../dom/moving-page.ts";
import { openPage } from "../../dom/page.ts";
import { dialog, texts, told } from "../../dom/shown.ts";

movingPage();

describe("an export", () => {
  const start = async () => {
    const form = dialog().querySelector("form");
    await submit(form);
    await becomes(() => form?.getAttribute("aria-busy") === "false" || !form?.isConnected);
  };
  const pick = async (format: string) =>
    act(() =>
      Array.from(dialog().querySelectorAll("label"))
        .find(({ textContent }) => textContent.startsWith(format))
        ?.querySelector("input")
        ?.click(),
    );
  const today = () => new Intl.DateTimeFormat("en-CA", { dateStyle: "short" }).format();

  /** An API with two bookmarks and a deck. */
  function apiOf(): ChangesApi {
    const api = new ChangesApi();
    for (const url of [OWLS, WRENS]) api.saveBookmark(url, { title: "A page" });
    api.saveStock(DECK);
    return api;
  }

  it("writes all items of its kind in the chosen format, and says how many", async () => {
    const given = givenFiles();
    const page = await openPage([], apiOf());
    for (const [format, type, name, media, part, says] of [
      ["Bookmark file", "bookmark", "bookmarks", "text/html", `HREF="${OWLS}"`, "Exported: 2 bookmarks."],
      ["JSON", "bookmark", "bookmarks", "application/json", WRENS, "Exported: 2 bookmarks."],
      ["CSV", "bookmark", "bookmarks", "text/csv", OWLS, "Exported: 2 bookmarks."],
      ["JSON", "stock", "slides", "application/json", DECK, "Exported: 1 deck."],
    ] as const) {
      await shows(page, "Export", type);
      expect(texts("dialog h2")).toEqual([type === "bookmark" ? "Export bookmarks" : "Export slides"]);
      expect([texts("legend"), dialog().querySelectorAll("input:checked").length]).toEqual([["Format"], 1]);
      expect(dialog().querySelector<HTMLInputElement>("input")?.checked).toBe(true);
      await pick(format);
      await start();
      const file = given.at(-1);
      const ending = { "Bookmark file": "html", JSON: "json", CSV: "csv" }[format];
      expect([file?.name, file?.blob.type]).toEqual([`${name}-${today()}.${ending}`, `${media};charset=utf-8`]);
      expect([told(), document.querySelector("dialog")]).toEqual([says, null]);
      const text = await file?.blob.text();
      expect([text?.includes(part), text?.includes(type === "bookmark" ? DECK : OWLS)]).toEqual([true, false]);
    }
  });

  it.each(["Pacific/Niue", "Pacific/Kiritimati"])("names the file by the day in %s", async (zone) => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("TZ", zone);
    const given = givenFiles();
    await shows(await openPage([], apiOf()), "Export");
    await start();
    expect(given[0]?.name).toBe(`bookmarks-${today()}.html`);
  });

  it("says what is not in the file, and of when it is, without a session or a network", async () => {
    givenFiles();
    const page = await openPage([], apiOf());
    const asOf = /^Exported: 2 bookmarks, as of .+\d\. Later changes could not be fetched\./;
    page.api.faults.push(refused(401, "unauthorized"));
    await shows(page, "Export");
    await start();
    expect(told().replace(asOf, "")).toBe("");
    await page.queue.enqueue({ create: "bookmark", body: { url: "https://blog.example/new" } });
    isOffline.value = true;
    await shows(page, "Export");
    await start();
    expect(told().replace(asOf, "")).toBe(" 1 unsent item is not in the file.");
  });

  it("reports its progress, and yields to the page after each 500 items", async () => {
    givenFiles();
    const api = new ChangesApi();
    for (let index = 0; index < 501; index += 1) api.saveBookmark(`${OWLS}/${index}`);
    await shows(await openPage([], api), "Export");
    const progress = () => texts("dialog form > [role=status]")[0];
    expect(progress()).toBe("");
    const seen = new Set([progress()]);
    dialog()
      .querySelector("form")
      ?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    while (document.querySelector("dialog") !== null) {
      await new Promise((resolve) => setTimeout(resolve));
      seen.add(progress());
    }
    expect([...seen]).toEqual(["", "0 of 501 written", "500 of 501 written", undefined]);
  });

  it("refuses to be partial, and says so in the dialog", async () => {
    const given = givenFiles();
    const page = await openPage([], apiOf());
    Object.defineProperty(page.library.synced, "state", { get: () => ({ isWhole: false, syncedAt: null }) });
    await shows(page, "Export");
    await start();
    expect([dialog().querySelector("[role=alert]")?.textContent, given]).toEqual([
      "Not all of your bookmarks are on this device yet. Export again when they have been fetched.",
      [],
    ]);
  });
});
