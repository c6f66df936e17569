// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Bookmark } from "../../../client/index.ts";
import { bookmark } from "../bookmarks/a-bookmark.ts";
import { fill, goOffline, press, settled } from "../dom/acts.ts";
import { edit } from "../dom/bookmarks-page.ts";
import { openText, showText } from "../dom/reading-page.ts";
import { button, failed, hasButton, textBox, texts } from "../dom/shown.ts";
import { READ_AT, textOf } from "./a-text.ts";

const text = () => document.querySelector<HTMLElement>(".text");
const link = (selector: string) => document.querySelector<HTMLAnchorElement>(selector)?.getAttribute("href");

describe("the reading screen", () => {
  it("leads to the Internet Archive where the page is gone, and says that it is longer than the kept text", async () => {
    await openText([{ gone_at: "2024-05-12T11:30:00.000Z" }], { truncated: true });
    expect(texts(".text-note")).toEqual([
      "The page has been gone since 12 May 2024. This is your copy. Find it in the Internet Archive",
      "The page is longer than the text that was kept. The rest is in the original.",
    ]);
    expect([link(".text-note a"), document.querySelector<HTMLAnchorElement>(".text-note a")?.rel]).toEqual([
      "https://web.archive.org/web/https://www.blog.example/0",
      "noreferrer noopener",
    ]);
  });

  it("shows the text in its own language and direction, with its facts", async () => {
    await openText([{ title: "Owls", language: "ar", words: 714 }], {
      html: "<p>بوم</p>",
      language: "ar",
      dir: "rtl",
      words: 714,
      byline: "Ada",
    });
    expect([texts("h1"), document.title]).toEqual([["Owls"], "Owls · Magpie"]);
    expect(document.querySelector("h1")?.lang).toBe("ar");
    expect([text()?.textContent, text()?.lang, text()?.dir]).toEqual(["بوم", "ar", "rtl"]);
    expect(document.querySelector<HTMLElement>(".byline [lang]")?.lang).toBe("ar");
    expect(texts(".byline > *")).toEqual([
      "blog.example",
      "Ada",
      "3 min",
      "fetched on 2 Nov 2026",
      "available offline",
    ]);
    expect(link("[data-original]")).toBe("https://www.blog.example/0");
    expect([texts(".text-note"), texts(".contents")]).toEqual([[], []]);
  });

  it("says no language where none is known, so that it is not that of the console, and no author", async () => {
    await openText([{ title: "Owls", language: null }, { language: null }], { language: null, byline: "Ada" });
    const languages = ["h1", ".byline span + span", ".text", ".neighbours [lang]"].map((each) =>
      document.querySelector(each)?.getAttribute("lang"),
    );
    expect(languages).toEqual(["", "", "", ""]);
    expect(document.querySelector<HTMLElement>(".reading")?.dataset.wideLetters).toBe("false");
    await openText([{}], { byline: null });
    expect(texts(".byline > *")).toEqual(["blog.example", "1 min", "fetched on 2 Nov 2026", "available offline"]);
    await openText([{}], { read_from: "browser" });
    expect(texts(".byline > *")).toContain("as your browser showed it on 2 Nov 2026");
  });

  it("does not lead to an original at an address that is not the web's", async () => {
    await openText([{ url: "javascript:run()" }]);
    expect(link("[data-original]")).toBeUndefined();
  });

  it.each([
    ["done", "2026-11-05T11:30:00.000Z", true],
    ["failed", "2026-11-05T11:30:00.000Z", true],
    ["processing", "2026-11-05T11:30:00.000Z", false],
    ["done", "2026-11-01T11:30:00.000Z", false],
  ] as const)(
    "says whether a later reading gave no such text: %s, requested %s",
    async (status, requested_at, isSaid) => {
      const said =
        "When it was fetched again on 5 Nov 2026, the page failed or had much less text. The earlier text was kept.";
      await openText([{ status, requested_at }]);
      expect(texts(".text-note")).toEqual(isSaid ? [said] : []);
    },
  );

  it("has the contents of a long text", async () => {
    // The cleaner, which is for browsers, loses the first element of this DOM.
    const html = "<p>.</p><h3>Owls</h3><p>.</p><h4>At <em>night</em></h4><h3> </h3><h3>Wrens</h3>";
    await openText([{}], { html, words: 714, language: "nl" });
    const contents = Array.from(document.querySelectorAll<HTMLElement>(".contents li"), (each) => [
      each.textContent,
      each.dataset.depth,
      document.querySelector(each.querySelector("a")?.hash ?? "")?.textContent,
    ]);
    expect(contents).toEqual([
      ["Owls", "0", "Owls"],
      ["At night", "1", "At night"],
      ["Wrens", "0", "Wrens"],
    ]);
    expect(document.querySelector<HTMLElement>(".contents ul")?.lang).toBe("nl");
    await openText([{}], { html, words: 300 });
    expect(texts(".contents")).toEqual([]);
  });

  it("leads to the texts before and after it in the list from which it was opened, past those without text", async () => {
    const listed: Partial<Bookmark> = { tags: ["birds"], status: "failed" };
    const { bookmarks, ...page } = await openText(
      [listed, { ...listed, read_at: null, words: null }, { ...listed, tags: [] }, { ...listed, language: "nl" }],
      {},
      "?tag=birds&status=failed",
    );
    const read = (index: number) => `/app/bookmarks/${bookmarks[index]?.id}/read?tag=birds&status=failed`;
    expect([link("[rel=prev]"), link("[rel=next]")]).toEqual([undefined, read(3)]);
    expect(document.querySelector<HTMLElement>("[rel=next] [lang]")?.lang).toBe("nl");
    expect(link(".reading-tools a")).toBe("/app/bookmarks?tag=birds&status=failed");
    await act(() => document.querySelector<HTMLElement>("[rel=next]")?.click());
    await act(settled);
    expect([link("[rel=prev]"), link("[rel=next]")]).toEqual([read(0), undefined]);
    await showText(page, bookmarks[1]?.id ?? "", "?tag=birds&status=failed");
    expect([link("[rel=prev]"), link("[rel=next]")]).toEqual([read(0), read(3)]);
    // It is not in this list.
    await showText(page, bookmarks[2]?.id ?? "", "?tag=birds&status=failed");
    expect([link("[rel=prev]"), link("[rel=next]")]).toEqual([undefined, undefined]);
    await showText(page, bookmarks[0]?.id ?? "");
    expect([link("[rel=prev]"), link("[rel=next]")]).toEqual([undefined, `/app/bookmarks/${bookmarks[2]?.id}/read`]);
  });

  it("leads to a text that has come since, and to those of another list", async () => {
    const { api, refresh, bookmarks } = await openText([{ tags: ["birds"] }, { read_at: null }], {}, "?tag=birds");
    const [first, second] = bookmarks.map(({ id }) => id);
    expect(link("[rel=next]")).toBeUndefined();
    const whole = document.body.appendChild(document.createElement("a"));
    onTestFinished(() => whole.remove());
    whole.href = `/app/bookmarks/${first}/read`;
    await act(() => whole.click());
    await act(settled);
    expect([link(".reading-tools a"), link("[rel=next]")]).toEqual(["/app/bookmarks", undefined]);
    api.change(second ?? "", { read_at: READ_AT });
    await refresh();
    expect(link("[rel=next]")).toBe(`/app/bookmarks/${second}/read`);
  });

  it("keeps size, typeface and colours on the device; the colours are the page's while a text is read", async () => {
    const page = await openText([{ language: "ja" }]);
    const reading = () => ({ ...document.querySelector<HTMLElement>(".reading")?.dataset });
    expect(reading()).toEqual({ size: "medium", typeface: "serif", wideLetters: "true" });
    const chosen = () =>
      Array.from(document.querySelectorAll<HTMLInputElement>(".look :checked"), ({ value }) => value);
    expect(chosen()).toEqual(["medium", "serif", "theme"]);
    expect(button("Aa: Type and colours").textContent).toBe("Aa");
    const choose = async (value: string) => {
      await act(() => document.querySelector<HTMLElement>(`.look input[value=${value}]`)?.click());
    };
    for (const value of ["large", "sans", "sepia"]) await choose(value);
    expect(reading()).toEqual({ size: "large", typeface: "sans", wideLetters: "true" });
    expect(document.documentElement.dataset.paper).toBe("sepia");
    const kept = JSON.parse(localStorage.getItem("magpie-preferences") ?? "");
    expect(kept).toMatchObject({ textSize: "large", typeface: "sans", paper: "sepia" });
    await choose("theme");
    expect(document.documentElement.dataset.paper).toBeUndefined();
    await choose("dark");
    await page.show(() => null);
    expect(document.documentElement.dataset.paper).toBeUndefined();
  });

  it("keeps the written fields of a bookmark that is deleted elsewhere", async () => {
    const page = await openText([{ title: "Owls" }]);
    await edit();
    await fill("Note", "new");
    page.api.delete("b-1");
    await page.refresh();
    expect([texts("h1"), textBox("Note").value]).toEqual([["Bookmark"], "new"]);
  });

  it("shows the new text when the page was read again", async () => {
    const { api, refresh, bookmarks } = await openText([{}]);
    const id = bookmarks[0]?.id ?? "";
    api.answer(`GET /v1/bookmarks/${id}/content`, textOf(bookmarks[0] ?? bookmark(), { html: "<p>New.</p>" }));
    api.change(id, { read_at: "2026-11-03T11:30:00.000Z" });
    await refresh();
    await act(settled);
    expect(text()?.textContent).toBe("New.");
  });
});

describe("without a text", () => {
  it("the original and another reading are offered, for a page of which none is kept", async () => {
    const { api, intents, bookmarks } = await openText([{ read_at: null, words: null }]);
    expect([texts(".no-text p"), link(".no-text a"), texts(".no-text a")]).toEqual([
      ["No text was kept for this page."],
      "https://www.blog.example/0",
      ["Open the original at blog.example"],
    ]);
    expect(api.requests.filter(({ path }) => path.endsWith("/content"))).toEqual([]);
    await press("Fetch again");
    expect(await intents()).toEqual([{ refresh: "bookmark", id: bookmarks[0]?.id }]);
  });

  /** Opens another text, which the API refuses. */
  async function openRefused(code: string) {
    const page = await openText([{}, {}]);
    const id = page.bookmarks[1]?.id ?? "";
    const content = `GET /v1/bookmarks/${id}/content`;
    page.api.refuse(content, code);
    await showText(page, id);
    return { ...page, content };
  }

  it("the same is offered when the API has none any more", async () => {
    await openRefused("no_content");
    expect([texts(".no-text p"), hasButton("Fetch again")]).toEqual([["No text was kept for this page."], true]);
  });

  it("the reason is said of a page that can't be read, and that one is being read", async () => {
    await openText([{ read_at: null, words: null, status: "failed", error_code: "private", can_retry: true }]);
    expect(texts(".no-text p")).toEqual(["No text was kept for this page.", "The page requires a login."]);
    expect(hasButton("Try again")).toBe(true);
    await openText([{ read_at: null, words: null, status: "processing" }]);
    expect(texts(".no-text p")).toEqual(["Reading the page. Its text will appear here."]);
  });

  it("a failure is said, and tried again; without a connection, that the text is not on this device", async () => {
    const { api, content } = await openRefused("odd");
    expect([texts("p.quiet"), hasButton("Try again")]).toEqual([[], true]);
    await goOffline();
    expect([texts("p.quiet"), failed()]).toEqual([["This text is not on this device."], null]);
    api.answer(content, textOf(bookmark(), { html: "<p>Here.</p>" }));
    await press("Try again");
    expect([texts("p.quiet"), text()?.textContent]).toEqual([[], "Here."]);
  });

  it("has the look of a text while its bookmark may still come", async () => {
    const page = await openText([{}]);
    await page.setSync({ isWhole: false });
    await showText(page, "later");
    expect([texts(".empty"), texts("p[role=status]")]).toEqual([[], ["Loading…"]]);
    expect(document.querySelector(".reading:has(> .reading-tools > .back) > .skeleton")).not.toBeNull();
  });
});
