// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Notice } from "../../../client/index.ts";
import { NOTICES, notice, openOperations, operationsApi, paged, pass, queries } from "../dom/operations-page.ts";
import { article, button, hasButton, press, referred, texts, told } from "../dom/page.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const links = (selector: string) =>
  Array.from(document.querySelectorAll(`${selector} a`), (link) => [link.textContent, link.getAttribute("href")]);

describe("the notices", () => {
  it("are lines of text, of which addresses become links", async () => {
    const url = "https://jp.mercari.com/item/m1";
    const fields: readonly (Partial<Notice> & { readonly id: string })[] = [
      { id: "1", body: `Camera\n${url}\n${url} is new`, url },
      { id: "2", kind: "books", body: "Two books", url: "https://magpie.example/app/books" },
      { id: "3", kind: "search_failing", url: "javascript:alert(1)" },
    ];
    await openOperations(operationsApi({ notices: fields.map(notice) }), "/notices");
    expect(texts("article h3")).toEqual(["Notice 1", "Notice 2", "Notice 3"]);
    expect(referred(article("Notice 1"), "aria-labelledby")).toBe("Notice 1");
    expect(texts("article .facts")).toEqual([
      expect.stringMatching(/^UnreadOffer1 hour ago$/),
      expect.stringMatching(/^UnreadNew books/),
      expect.stringMatching(/^UnreadSearch fails/),
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
    expect([list, texts("main p[role=status]")]).toEqual(["Notices", ["3 items"]]);
  });

  it("are unread until one of their links is followed, or all are marked", async () => {
    const api = operationsApi({ notices: ["1", "2", "3"].map((id) => notice({ id, url: "https://magpie.example/" })) });
    await openOperations(api, "/notices");
    const tab = () => document.querySelector("[role=tab][href$=notices]");
    expect(tab()?.textContent).toBe("Notices 3 unread");
    // Followed only so far: the DOM of the tests would request the page.
    document.addEventListener("click", (event) => event.preventDefault(), { once: true });
    await act(() => article("Notice 2").querySelector("a")?.click());
    expect([texts("article.unread h3"), tab()?.textContent]).toEqual([["Notice 1", "Notice 3"], "Notices 2 unread"]);
    await press("Mark all as read");
    expect([texts(".unread-mark"), tab()?.textContent, told()]).toEqual([
      [],
      "Notices",
      "All notices are marked as read on this device.",
    ]);
    expect(button("Mark all as read").getAttribute("aria-disabled")).toBe("true");
    await openOperations(api);
    expect([texts(".unread-mark"), hasButton("Mark all as read")]).toEqual([[], false]);
  });

  it("are not marked while none is shown, although unread ones are known", async () => {
    await openOperations(operationsApi({ notices: [notice({ id: "1" })] }), "/notices");
    await openOperations(operationsApi().refuse(NOTICES, "no_notices"), "/notices");
    expect(document.querySelector("[role=tab][href$=notices]")?.textContent).toBe("Notices 1 unread");
    expect(button("Mark all as read").getAttribute("aria-disabled")).toBe("true");
    await press("Mark all as read");
    expect(document.querySelector("[role=tab][href$=notices]")?.textContent).toBe("Notices 1 unread");
  });

  it("come page by page, and again every minute", async () => {
    const api = operationsApi().answer(NOTICES, paged("notices", notice({ id: "1" }), notice({ id: "2" })));
    await openOperations(api, "/notices");
    expect(texts("main p[role=status]")).toEqual(["1 item, more below"]);
    const tab = () => document.querySelector("[role=tab][href$=notices]")?.textContent;
    expect(tab()).toBe("Notices 1+ unread");
    await press("Show more");
    expect(tab()).toBe("Notices 2 unread");
    expect([texts("article h3"), queries(api, NOTICES)]).toEqual([
      ["Notice 1", "Notice 2"],
      ["", "cursor=1"],
    ]);
    await pass(60);
    expect(api.asked(NOTICES).length).toBe(4);
    await openOperations(operationsApi(), "/notices");
    expect(texts(".empty")).toEqual([
      "There are no notices. They report offers, new books, failing searches, sites that recommend yours, saved pages that are gone, and urgent alarms.",
    ]);
  });
});
