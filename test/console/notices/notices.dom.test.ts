// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Notice } from "../../../client/index.ts";
import { choose } from "../../../console/device/preferences.ts";
import { unreadCount } from "../../../console/notices/unread-count.ts";
import { pass, press, settled } from "../dom/acts.ts";
import { paged } from "../dom/answering-api.ts";
import { links } from "../dom/contents.ts";
import { NOTICES, notice, openNotices, openOperations, operationsApi } from "../dom/operations-page.ts";
import { article, button, referred, texts, told } from "../dom/shown.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

describe("the notices", () => {
  it("are lines of text, of which addresses become links", async () => {
    const url = "https://jp.mercari.com/item/m1";
    const fields: readonly (Partial<Notice> & { readonly id: string })[] = [
      { id: "1", body: `Camera\n${url}\n${url} is new`, url },
      { id: "2", kind: "books", body: "Two books", url: "https://magpie.example/app/books" },
      { id: "3", kind: "search_failing", url: "javascript:alert(1)" },
    ];
    await openNotices(operationsApi({ notices: fields.map(notice) }));
    expect(texts("article h2")).toEqual(["Notice 1", "Notice 2", "Notice 3"]);
    expect(referred(article("Notice 1"), "aria-labelledby")).toBe("Notice 1");
    expect(texts("article .facts")).toEqual([
      expect.stringMatching(/^UnreadOffer1 hour ago$/),
      expect.stringMatching(/^UnreadNew books/),
      expect.stringMatching(/^UnreadFailing search/),
    ]);
    expect(Array.from(document.querySelectorAll(".chip"), ({ className }) => className)).toEqual([
      "chip good",
      "chip good",
      "chip bad",
    ]);
    expect(texts(".notice-body p")).toEqual(["Camera", url, `${url} is new`, "Two books"]);
    expect(links("article")).toEqual([
      [url, url],
      ["Open", "https://magpie.example/app/books"],
    ]);
    expect(referred(document.querySelectorAll("article a")[1], "aria-describedby")).toBe("Notice 2");
    expect(article("Notice 3").textContent).not.toContain("Open");
    expect(document.querySelectorAll(".notice-body").length).toBe(2);
    const list = document.querySelector("ul.items")?.getAttribute("aria-label");
    expect([list, texts("main p[role=status]")]).toEqual(["Notices", ["3 notices"]]);
  });

  it("fold away what is beyond six lines", async () => {
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => `Line ${from + index}`);
    const notices = [
      notice({ id: "1", body: lines(1, 6).join("\n") }),
      notice({ id: "2", body: lines(1, 8).join("\n") }),
    ];
    await openNotices(operationsApi({ notices }));
    expect([texts("summary"), texts("details p")]).toEqual([["2 more"], lines(7, 8)]);
    expect(texts("article > .notice-body p").length).toBe(12);
  });

  it("are unread until one of their links is followed, or all are marked", async () => {
    const api = operationsApi({ notices: ["1", "2", "3"].map((id) => notice({ id, url: "https://magpie.example/" })) });
    const { library } = await openNotices(api);
    const unread = () => unreadCount(library.readNotices);
    expect(unread()).toBe("3");
    // Followed only so far: the DOM of the tests would request the page.
    document.addEventListener("click", (event) => event.preventDefault(), { once: true });
    await act(() => article("Notice 2").querySelector("a")?.click());
    expect([texts("article.unread h2"), unread()]).toEqual([["Notice 1", "Notice 3"], "2"]);
    await press("Mark all as read");
    expect([texts(".unread-mark"), unread()]).toEqual([[], null]);
    expect(told()).toBe("All notices are marked as read on this device.");
    expect(button("Mark all as read").getAttribute("aria-disabled")).toBe("true");
  });

  it("are in the reader's language, also once that changes", async () => {
    const api = operationsApi().answer(NOTICES, (_: unknown, query: URLSearchParams) => ({
      notices: [notice({ id: "1", title: `in ${query.get("language")}` })],
      next_cursor: null,
    }));
    await openNotices(api);
    expect([texts("h1"), texts("article h2")]).toEqual([["Notices"], ["in en"]]);
    await act(() => choose({ language: "ja" }));
    await act(settled);
    expect([texts("h1"), texts("article h2")]).toEqual([["お知らせ"], ["in ja"]]);
  });

  it("are shown at the address that they had before, too", async () => {
    await openOperations(operationsApi(), "/notices", false);
    expect(location.pathname).toBe("/app/notices");
  });

  it("are not marked while none is shown, although unread ones are known", async () => {
    await openNotices(operationsApi({ notices: [notice({ id: "1" })] }));
    const { library } = await openNotices(operationsApi().refuse(NOTICES, "no_notices"));
    expect(unreadCount(library.readNotices)).toBe("1");
    expect(button("Mark all as read").getAttribute("aria-disabled")).toBe("true");
    await press("Mark all as read");
    expect(unreadCount(library.readNotices)).toBe("1");
  });

  it("come page by page, and again every minute", async () => {
    const api = operationsApi().answer(NOTICES, paged("notices", [notice({ id: "1" })], [notice({ id: "2" })]));
    const { library } = await openNotices(api);
    expect(texts("main p[role=status]")).toEqual(["1 notice, more below"]);
    expect(unreadCount(library.readNotices)).toBe("1+");
    await press("Show more");
    expect(unreadCount(library.readNotices)).toBe("2");
    expect(texts("article h2")).toEqual(["Notice 1", "Notice 2"]);
    expect(api.queries(NOTICES)).toEqual(["language=en", "language=en&cursor=1"]);
    await pass(60);
    expect(api.asked(NOTICES).length).toBe(4);
    await openNotices(operationsApi());
    expect(texts(".empty")).toEqual([
      "No notices. They tell you about offers, new books, sites that recommend yours, and saved pages that are gone.",
    ]);
  });
});
