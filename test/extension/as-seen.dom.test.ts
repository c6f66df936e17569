import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SaveIntent } from "../../client/index.ts";
import { MagpieClient, OfflineQueue } from "../../client/index.ts";
import { hostsIn, isAlwaysAsSeen, keepHosts } from "../../extension/saving/as-i-see-it.ts";
import { keepSave, withPage } from "../../extension/saving/keep-save.ts";
import { packedPage } from "../../extension/saving/packed-page.ts";
import { currentTab, pageAt, pageOf } from "../../extension/saving/page.ts";
import { memoryStorage } from "../client/memory-storage.ts";
import { anExtension } from "./an-extension.ts";

const MIB = 1_024 * 1_024;

describe("the page of a tab", () => {
  afterEach(() => vi.unstubAllGlobals());
  const showing = (executeScript: () => Promise<unknown>) => vi.stubGlobal("chrome", { scripting: { executeScript } });
  // As Chromium says it.
  const isKept = () => Promise.reject(new Error("The extensions gallery cannot be scripted."));
  const url = "https://blog.example/tea";

  it("has what is selected on it as its note, and none where the browser keeps extensions away from it", async () => {
    showing(async () => [{ result: "  Boil the water.\n" }]);
    expect(await pageOf({ id: 1, url, title: " Tea " })).toEqual({ url, title: "Tea", note: "Boil the water." });
    showing(isKept);
    expect(await pageOf({ id: 1, url, title: "Tea" })).toEqual({ url, title: "Tea", note: "" });
  });

  it("is that of the window that was used last", async () => {
    const tab = { id: 1, url };
    const query = vi.fn(async () => [tab]);
    vi.stubGlobal("chrome", { tabs: { query } });
    expect(await currentTab()).toBe(tab);
    expect(query).toHaveBeenCalledExactlyOnceWith({ active: true, lastFocusedWindow: true });
  });

  it.each(["about:blank", "chrome://extensions/", "file:///etc/hosts", "javascript:alert(1)", "", undefined])(
    "at %o is none of the web",
    async (address) => {
      showing(async () => [{ result: "" }]);
      expect(await pageOf(address === undefined ? null : { id: 1, url: address })).toBeNull();
    },
  );

  it("has title and note that end where the API's limits are, and cut no character in two", () => {
    const page = pageAt(url, "😀".repeat(251), `${"x".repeat(4_999)}😀`);
    expect([page?.title.length, page?.note.length]).toEqual([500, 4_999]);
    expect(pageAt(url, `${"x".repeat(499)}😀`)?.title).toBe("x".repeat(499));
  });

  it("is packed in gzip and base64", async () => {
    const html = `<p>${"お茶 ".repeat(20_000)}</p>`;
    showing(async () => [{ result: html }]);
    const packed = await packedPage(1);
    expect("page" in packed && gunzipSync(Buffer.from(packed.page, "base64")).toString()).toBe(html);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ["larger than what is taken", async () => [{ result: null }], "too_large"],
    ["larger in UTF-8", async () => [{ result: "お".repeat(3 * MIB) }], "too_large"],
    ["larger when it is packed", async () => [{ result: randomBytes(5 * MIB).toString("base64") }], "too_large"],
    ["kept from extensions", isKept, "unreadable"],
    ["gone", async () => [], "unreadable"],
  ])("that is %s is left out", async (_, executeScript, problem) => {
    showing(executeScript);
    expect(await packedPage(1)).toEqual({ problem });
  });
});

describe("a save", () => {
  const save = (name: string): SaveIntent => ({ create: "bookmark", body: { url: `https://example.com/${name}` } });
  const page = { page: "H4sI" };

  /** A queue in a browser that has space for so many pages, and as many saves beside. */
  function browserWith(space: { pages: number; saves: number }) {
    const storage = memoryStorage();
    const { add } = storage;
    const full = async () => {
      const { entries } = await storage.list();
      return entries.filter(({ intent }) => "page" in intent).length;
    };
    storage.add = async (entry) => {
      const count = (await storage.list()).entries.length;
      const pages = (await full()) + ("page" in entry.intent ? 1 : 0);
      if (pages > space.pages || count >= space.saves + (pages === 0 ? 1 : 0)) {
        throw new DOMException("The disk is full.", "QuotaExceededError");
      }
      return add(entry);
    };
    const client = new MagpieClient({ baseUrl: "https://api.example", token: "t" });
    const queue = new OfflineQueue({ client, storage });
    return { queue, storage };
  }
  const kept = async ({ queue }: ReturnType<typeof browserWith>) =>
    (await queue.contents()).waiting.map(({ intent }) =>
      "create" in intent ? `${intent.body.url.slice(-1)}${"page" in intent ? " with page" : ""}` : "",
    );

  it("without space for its page is kept without it", async () => {
    const browser = browserWith({ pages: 1, saves: 9 });
    await keepSave(browser, withPage(save("a"), page));
    const { intent } = await keepSave(browser, withPage(save("b"), page));
    expect(intent).not.toHaveProperty("page");
    expect(await kept(browser)).toEqual(["a with page", "b"]);
  });

  it("takes the space of pages that wait, and is given up last", async () => {
    const browser = browserWith({ pages: 1, saves: 2 });
    for (const name of ["a", "b", "c"]) await keepSave(browser, withPage(save(name), page));
    expect(await kept(browser)).toEqual(["a", "b", "c"]);
    await expect(keepSave(browser, save("d"))).rejects.toThrow("The disk is full.");
    expect(await kept(browser)).toEqual(["a", "b", "c"]);
  });

  it("that can't be kept for another reason says so", async () => {
    const browser = browserWith({ pages: 1, saves: 1 });
    browser.storage.add = () => Promise.reject(new Error("The database is gone."));
    await expect(keepSave(browser, withPage(save("a"), page))).rejects.toThrow("The database is gone.");
  });

  it("of a deck, and one whose page could not be packed, has no page", () => {
    const deck: SaveIntent = { create: "stock", body: { url: "https://speakerdeck.com/a/b" } };
    expect(withPage(deck, page)).toEqual(deck);
    expect(withPage(save("a"), { problem: "too_large" })).toEqual(save("a"));
    expect(withPage(save("a"), null)).toEqual(save("a"));
  });
});

describe("the sites whose pages are always saved as they are seen", () => {
  anExtension();

  it("are named by hosts or addresses", () => {
    const hosts = hostsIn(" www.Example.com\nhttps://news.example/a b.example, , ??\nexample.com");
    expect(hosts).toEqual(["example.com", "news.example", "b.example"]);
  });

  it("are these hosts and those below them, and no others", async () => {
    expect(await isAlwaysAsSeen("https://example.com/")).toBe(false);
    await keepHosts(["example.com"]);
    const theirs = ["https://example.com/a", "http://blog.example.com:8080/"];
    const others = ["https://badexample.com/", "about:blank"];
    expect(await Promise.all([...theirs, ...others].map(isAlwaysAsSeen))).toEqual([true, true, false, false]);
  });
});
