// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { choose } from "../../../console/device/preferences.ts";
import { refused } from "../../client/scripted-api.ts";
import { does, press, search, select, settled } from "../dom/acts.ts";
import { apiOf, BOOKS, book, openBooks } from "../dom/books-page.ts";
import { links } from "../dom/contents.ts";
import { givenFiles } from "../dom/given-files.ts";
import {
  article,
  button,
  dialog,
  failed,
  focused,
  hasButton,
  referred,
  selectBox,
  textBox,
  texts,
  told,
} from "../dom/shown.ts";

/** The days of a search are those of the person. */
const ZONE = encodeURIComponent(new Intl.DateTimeFormat().resolvedOptions().timeZone);

afterEach(() => void vi.restoreAllMocks());

const headings = () => texts("article h2");

describe("a book", () => {
  it("shows all that is known of it, in its language", async () => {
    const all = book({
      id: "1",
      isbn_13: "9784101010014",
      isbn_10: "4101010013",
      title: "猫",
      authors: ["Ada", "Bob"],
      publisher: "The press",
      published_date: "2024-03",
      description: "About a cat.",
      language: "ja",
      thumbnail_url: "https://books.example/1.png",
      info_link: "https://www.books.example/1",
      jobs: ["tea", "a & b"],
    });
    choose({ bookView: "rows" });
    await openBooks(apiOf([all]));
    const item = article("猫");
    expect([referred(item, "aria-labelledby"), item.querySelector("h2")?.lang]).toEqual(["猫", "ja"]);
    expect(links("article h2")).toEqual([["猫", "/app/books/1"]]);
    expect(texts("article .facts > *")).toEqual([
      "Ada, Bob",
      "The press",
      "Mar 2024",
      "ISBN 9784101010014",
      "books.example",
      "Found by tea, a & b",
      "since 1 Mar 2026",
    ]);
    expect(Array.from(item.querySelectorAll<HTMLElement>(".facts [lang]"), ({ lang }) => lang)).toEqual(["ja", "ja"]);
    expect(links(".facts")).toEqual([
      ["books.example", "https://www.books.example/1"],
      ["tea", "/app/books?job=tea"],
      ["a & b", "/app/books?job=a+%26+b"],
    ]);
    const description = () => button("Description").getAttribute("aria-expanded");
    expect([description(), referred(button("Description"), "aria-describedby")]).toEqual(["false", "猫"]);
    expect(texts("article p")).toEqual([]);
    await press("Description");
    expect([description(), texts("article p")]).toEqual(["true", ["About a cat."]]);
    expect(item.querySelector("p")?.lang).toBe("ja");
  });

  it("leaves out unknown facts, and links to anything but web addresses", async () => {
    choose({ bookView: "rows" });
    await openBooks(
      apiOf([
        book({ id: "1", title: null, isbn_10: "4101010013" }),
        book({ id: "2", info_link: "javascript:alert(1)" }),
      ]),
    );
    expect(texts("article .facts > *")).toEqual(["ISBN 4101010013", "since 1 Mar 2026", "since 1 Mar 2026"]);
    expect([texts("article a"), hasButton("Description")]).toEqual([["Untitled", "Title 2"], false]);
    const languages = Array.from(document.querySelectorAll("article h2"), (heading) => heading.getAttribute("lang"));
    expect(languages).toEqual([null, ""]);
  });

  it("has a cover of its own, over which its picture comes when the person wants such images", async () => {
    const cats = { id: "1", title: "the cats (of Rome)", authors: ["Ada", "Bob"] };
    await openBooks(apiOf([book({ ...cats, thumbnail_url: "https://books.example/1" })]));
    const cover = document.querySelector(".book-cover");
    const image = () => cover?.querySelector("img") ?? null;
    expect([cover?.textContent, cover?.getAttribute("aria-hidden"), image()]).toEqual(["TC", "true", null]);
    expect(texts("article .facts > *")).toEqual(["Ada, Bob"]);
    await press("Show images");
    expect(image()?.src).toBe("https://books.example/1");
    // Offline, or gone.
    await act(() => void image()?.dispatchEvent(new Event("error")));
    expect([cover?.textContent, image()]).toEqual(["TC", null]);
    await act(() => choose({ language: "ja" }));
    expect(texts("article .facts > *")).toEqual(["Ada、Bob"]);
  });

  it("has the site's copy of its cover in every view, loaded from this origin only, whatever the person wants of others", async () => {
    for (const view of ["covers", "rows"] as const) {
      choose({ bookView: view });
      await openBooks(
        apiOf([
          book({ id: "1", thumbnail_url: "https://books.example/1", image_url: "https://site.example/i/a-1" }),
          book({ id: "2", image_url: "https://books.example/2" }),
        ]),
      );
      const sources = Array.from(document.querySelectorAll(".book-cover img"), (image) => image.getAttribute("src"));
      expect(sources).toEqual(["/i/a-1"]);
    }
    const image = document.querySelector(".book-cover img");
    await act(() => void image?.dispatchEvent(new Event("error")));
    expect(texts(".book-cover")).toEqual(["T1", "T2"]);
  });
});

describe("the list of books", () => {
  it("says why there is nothing to see", async () => {
    await openBooks(apiOf([]));
    expect(texts(".empty")).toEqual(["Jobs find books by searching Google Books, by hand or on a schedule."]);
    expect(document.querySelector(".empty-state a")).toBeNull();
    await openBooks(apiOf([]), "books?job=tea");
    expect(texts(".empty")).toEqual(["This job has found no books yet."]);
    await openBooks(apiOf([]), "books?job=tea&q=cat");
    expect(texts(".empty")).toEqual(["No book matches all of these words."]);
  });

  it("is searched by words, and keeps the job; Back goes to the screen before", async () => {
    const api = apiOf([book({ id: "1", jobs: ["tea"] })]);
    await openBooks(api, "books?job=tea");
    const before = history.length;
    await search("green cat");
    expect([location.search, history.length]).toEqual(["?q=green+cat&job=tea", before]);
    expect(api.queries(BOOKS)).toEqual(["job=tea&limit=24", `q=green+cat&tz=${ZONE}&job=tea&limit=24`]);
    expect(textBox("Search").getAttribute("aria-describedby")).not.toBeNull();
  });

  it("can be searched further when much was searched and nothing found", async () => {
    const empty = Array.from({ length: 8 }, () => []);
    await openBooks(apiOf(...empty, [book({ id: "1" })]), "books?q=cat");
    expect(texts(".empty")).toEqual(["Nothing found in the books searched so far."]);
    await press("Search further");
    await act(settled);
    expect([headings(), texts(".empty")]).toEqual([["Title 1"], []]);
  });

  it("is chosen by a job, which Back undoes, from those of the books for most people", async () => {
    const api = apiOf([book({ id: "1", jobs: ["tea", "coffee"] }), book({ id: "2" })]);
    await openBooks(api, "books?q=cat");
    const before = history.length;
    expect(Array.from(selectBox("Job").options, ({ text }) => text)).toEqual(["All jobs", "coffee", "tea"]);
    expect(selectBox("Job").value).toBe("");
    await select("Job", "tea");
    expect([location.search, history.length, selectBox("Job").value]).toEqual(["?q=cat&job=tea", before + 1, "tea"]);
    expect([api.asked("GET /v1/jobs"), document.querySelector("a.button")]).toEqual([[], null]);
    await select("Job", "");
    expect(location.search).toBe("?q=cat");
  });

  it("offers administrators all jobs, leads them to these, and says that not all could be read", async () => {
    const api = apiOf([]).answer("GET /v1/jobs", { jobs: [{ name: "milk" }, { name: "tea" }], next_cursor: null });
    await openBooks(api, "books", true);
    const jobs = () => Array.from(selectBox("Job").options, ({ value }) => value);
    expect([jobs(), texts(".hint")]).toEqual([["", "milk", "tea"], []]);
    expect(links(".empty-state")).toEqual([["Create the first job", "/app/operations/jobs"]]);
    expect(links("main")).toContainEqual(["Manage jobs", "/app/operations/jobs"]);
    await openBooks(apiOf([book({ id: "1", jobs: ["tea"] })]).refuse("GET /v1/jobs", "no_jobs"), "books", true);
    expect([jobs(), referred(selectBox("Job"), "aria-describedby")]).toEqual([
      ["", "tea"],
      "Some jobs could not be loaded: Magpie refused this: because of no_jobs",
    ]);
  });
});

describe("the export of books", () => {
  const chosen = () => dialog().querySelector<HTMLInputElement>("input:checked")?.value;
  const alert = () => dialog().querySelector("[role=alert]")?.textContent;
  const start = async () => {
    await press("Download", dialog());
    await act(settled);
  };
  /** Opens the dialog over the list of two pages. */
  async function opens() {
    const given = givenFiles();
    const api = apiOf([book({ id: "1" })], [book({ id: "2" })]);
    await openBooks(api);
    await press("Export");
    return { given, api };
  }

  it("writes all books, in the format that is chosen, and says how many", async () => {
    const given = givenFiles();
    const api = apiOf([book({ id: "1" })], [book({ id: "2" })]);
    await openBooks(api);
    expect(document.querySelector("dialog")).toBeNull();
    for (const [format, name, type, part] of [
      ["json", "books.json", "application/json", '"id":"2"'],
      ["csv", "books.csv", "text/csv", "Title 2"],
      ["bibtex", "books.bib", "application/x-bibtex", "@book{"],
    ] as const) {
      await press("Export");
      expect([texts("dialog h2"), texts("dialog form > p")[0]]).toEqual([["Export books"], "All books are exported."]);
      expect(chosen()).toBe("json");
      await act(() => dialog().querySelector<HTMLInputElement>(`[value=${format}]`)?.click());
      await start();
      const file = given.at(-1);
      expect([file?.name, file?.blob.type, told()]).toEqual([name, type, "Exported: 2"]);
      expect(await file?.blob.text()).toContain(part);
      expect(document.querySelector("dialog")).toBeNull();
    }
    expect(api.queries(BOOKS).slice(1, 3)).toEqual(["limit=100", "limit=100&cursor=1"]);
  });

  it("writes only the books that are searched for", async () => {
    givenFiles();
    const api = apiOf([book({ id: "1" })]);
    await openBooks(api, "books?q=cat&job=tea");
    await press("Export");
    expect(texts("dialog form > p")[0]).toBe("Only books that match the search and the job are exported.");
    await start();
    expect(api.queries(BOOKS).at(-1)).toBe(`limit=100&q=cat&tz=${ZONE}&job=tea`);
  });

  it("is stopped by a button, with neither a message nor a file", async () => {
    const { given, api } = await opens();
    expect([hasButton("Stop"), document.querySelector("progress")]).toEqual([false, null]);
    const go = api.hold();
    await press("Download", dialog());
    expect(texts("dialog p[role=status]")).toEqual(["Reading the books: 0 so far"]);
    expect(dialog().querySelector("fieldset")?.disabled).toBe(true);
    expect(document.querySelector("progress")?.getAttribute("aria-label")).toBe("Export books");
    button("Stop").focus();
    await press("Stop");
    await does(go);
    expect([given, alert(), hasButton("Stop"), focused()]).toEqual([[], "", false, "Export books"]);
    expect(button("Download").getAttribute("aria-disabled")).toBe("false");
  });

  it("says how far it is, and why it has failed", async () => {
    const { given, api } = await opens();
    let go: () => void = () => undefined;
    api.meanwhile = () => {
      go = api.hold();
    };
    await start();
    expect(texts("dialog p[role=status]")).toEqual(["Reading the books: 1 so far"]);
    api.faults.push(refused(400, "invalid_cursor"));
    await does(go);
    expect([given, alert()]).toEqual([[], expect.stringContaining("because of invalid_cursor")]);
  });

  it("ends with its dialog", async () => {
    const { given, api } = await opens();
    const go = api.hold();
    await press("Download", dialog());
    await press("Close", dialog());
    await does(go);
    expect([given, told(), failed()]).toEqual([[], "", null]);
  });
});
