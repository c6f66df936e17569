import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Book, BookPage } from "../../../client/index.ts";
import { MagpieClient } from "../../../client/index.ts";
import type { GoogleBooksSite } from "../../../lib/local/sites/google-books-site.ts";
import { startGoogleBooksSite } from "../../../lib/local/sites/google-books-site.ts";
import { API_KEY } from "../../books/books-world.ts";
import { until } from "../../local/until.ts";
import { consoleWorld } from "../console-world.ts";

let google: GoogleBooksSite;
const world = consoleWorld(
  async () => {
    google = await startGoogleBooksSite({ volumes: 40, apiKey: API_KEY });
    return google.egressMap;
  },
  new Map([["magpie/google-books-api-key", API_KEY]]),
);
let books: Book[];

beforeAll(async () => {
  const token = await world.system.token("collector", ["admin"]);
  const client = new MagpieClient({ baseUrl: world.system.api, token });
  await client.jobs.create({ name: "tea", queries: ["tea"], max_per_run: 40 });
  await client.jobs.create({ name: "coffee", queries: ["coffee"], max_per_run: 0 });
  await client.jobs.run("tea");
  await until(
    "the run has ended",
    () => client.jobs.get("tea"),
    ({ last_run }) => last_run?.status === "finished",
  );
  books = [];
  for await (const book of client.books.all()) books.push(book);
  expect(books.length).toBeGreaterThan(24);
});
afterAll(() => google.close());

function articles(page: Page) {
  return page.getByRole("list", { name: "Books", exact: true }).getByRole("article");
}

/** Answers requests for books, in place of the API. */
async function answerBooks(page: Page, answer: (query: URLSearchParams) => BookPage): Promise<void> {
  await page.route(/\/v1\/books(\?|$)/, (route) =>
    route.fulfill({
      json: answer(new URL(route.request().url()).searchParams),
      headers: { "access-control-allow-origin": "*" },
    }),
  );
}

describe("the books", () => {
  it("are listed newest first, and the focus is on the first of those that Show more brings", async () => {
    const { page } = await world.visit("/app/books");
    await page.getByRole("status").filter({ hasText: "Books: 24, and there are more" }).waitFor();
    const [first] = books;
    await expect(articles(page).first().getByRole("heading").textContent()).resolves.toBe(
      first?.title ?? "Without a title",
    );
    await page.getByRole("button", { name: "Show more" }).press("Enter");
    await page
      .getByRole("status")
      .filter({ hasText: new RegExp(`^Books: ${books.length}$`) })
      .waitFor();
    const focused = articles(page).nth(24).locator("h2 a:focus");
    await focused.waitFor();
    expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
  });

  it("are searched while typing; the address keeps the search, and Back undoes the job", async () => {
    const { page } = await world.visit("/app/books", { isAdmin: true });
    const wanted = books.find(({ isbn_13 }) => isbn_13 !== null);
    await page.getByRole("searchbox", { name: "Search" }).pressSequentially(wanted?.isbn_13 ?? "");
    await page
      .getByRole("status")
      .filter({ hasText: /^Books: 1$/ })
      .waitFor();
    expect(await articles(page).getByText(`ISBN ${wanted?.isbn_13}`).count()).toBe(1);
    expect(new URL(page.url()).search).toBe(`?q=${wanted?.isbn_13}`);

    await page.reload();
    await page
      .getByRole("status")
      .filter({ hasText: /^Books: 1$/ })
      .waitFor();
    expect(await page.getByRole("searchbox", { name: "Search" }).inputValue()).toBe(wanted?.isbn_13);

    await page.getByRole("combobox", { name: "Job" }).selectOption("coffee");
    await page.getByText("No book has all of these words.").waitFor();
    await page.goBack();
    await page
      .getByRole("status")
      .filter({ hasText: /^Books: 1$/ })
      .waitFor();

    await page.getByRole("searchbox", { name: "Search" }).fill("");
    await page.getByRole("status").filter({ hasText: "Books: 24, and there are more" }).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  it("are not searched while an input method composes a word", async () => {
    const { page, context } = await world.visit("/app/books");
    await articles(page).first().waitFor();
    const searched: (string | null)[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname === "/v1/books") searched.push(url.searchParams.get("q"));
    });
    await page.clock.install();
    await page.getByRole("searchbox", { name: "Search" }).focus();
    const keyboard = await context.newCDPSession(page);
    await keyboard.send("Input.imeSetComposition", { text: "ちゃ", selectionStart: 2, selectionEnd: 2 });
    await page.clock.runFor(5_000);
    await page.clock.resume();
    await keyboard.send("Input.insertText", { text: "茶道" });
    await until(
      "the word is searched",
      () => searched,
      (seen) => seen.length > 0,
    );
    expect(searched).toEqual(["茶道"]);
  });

  it("are searched on by a button when much was searched and nothing found", async () => {
    const { page } = await world.visit("/app/books");
    await articles(page).first().waitFor();
    let requests = 0;
    const [book] = books;
    await answerBooks(page, () => {
      requests += 1;
      return requests <= 8
        ? { books: [], next_cursor: String(requests) }
        : { books: book ? [book] : [], next_cursor: null };
    });
    await page.getByRole("searchbox", { name: "Search" }).fill("rare");
    await page.getByText("Nothing was found in the books that were searched so far.").waitFor();
    expect(requests).toBe(8);
    await page.getByRole("button", { name: "Search on" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /^Books: 1$/ })
      .waitFor();
  });

  it("are exported as a file in each format, those of the search only", async () => {
    const { page } = await world.visit("/app/books");
    const found = books.filter(({ isbn_13 }) => isbn_13 !== null)[0];
    await page.getByRole("button", { name: "Export" }).click();
    const dialog = page.getByRole("dialog", { name: "Export books" });
    const read = async (format: string) => {
      await dialog.getByRole("combobox", { name: "Format" }).selectOption(format);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        dialog.getByRole("button", { name: "Export as a file" }).click(),
      ]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
    };
    const json = await read("json");
    expect(json.name).toBe("books.json");
    expect(JSON.parse(json.text).books).toEqual(books);
    await page.getByRole("status").getByText(`Exported books: ${books.length}`).waitFor();

    await page.getByRole("searchbox", { name: "Search" }).fill(found?.isbn_13 ?? "");
    await page
      .getByRole("status")
      .filter({ hasText: /^Books: 1$/ })
      .waitFor();
    for (const [format, name, part] of [
      ["csv", "books.csv", found?.isbn_13],
      ["bibtex", "books.bib", "@book{"],
    ] as const) {
      await page.getByRole("button", { name: "Export" }).click();
      const file = await read(format);
      expect(file.name).toBe(name);
      expect(file.text).toContain(part);
    }
  });

  it("that can't be read say why, and come by Try again", async () => {
    const { page, context } = await world.visit("/app/settings");
    await context.route(/\/v1\/books/, (route) =>
      route.fulfill({
        status: 400,
        json: { code: "invalid_cursor", detail: "The cursor is not of this list." },
        headers: { "access-control-allow-origin": "*" },
      }),
    );
    await page.getByRole("link", { name: "Books", exact: true }).click();
    await page.getByRole("alert").getByText("The cursor is not of this list.").waitFor();
    await context.unroute(/\/v1\/books/);
    await page.getByRole("button", { name: "Try again" }).click();
    await articles(page).first().waitFor();
  });

  it("with hostile texts and addresses run nothing and link nowhere", async () => {
    const { page } = await world.visit("/app/books");
    const [book] = books;
    if (book === undefined) throw new Error("There is no book.");
    const title = `<img src="x" onerror="alert(1)">`;
    await answerBooks(page, () => ({
      books: [
        {
          ...book,
          title,
          info_link: "javascript:alert(1)",
          thumbnail_url: "javascript:alert(1)",
          description: "<script>alert(1)</script>",
          jobs: [`"><script>alert(1)</script>`],
        },
      ],
      next_cursor: null,
    }));
    await page.reload();
    await page.getByRole("button", { name: "Show images" }).click();
    const article = page.getByRole("article", { name: title });
    await article.getByText("Description").click();
    await article.getByText("<script>alert(1)</script>", { exact: true }).waitFor();
    expect(await article.getByRole("heading").getByRole("link").count()).toBe(0);
    expect(await article.locator("img").count()).toBe(0);
  });
});

it("speaks Japanese", async () => {
  const { page } = await world.visit("/app/books", { locale: "ja-JP", isAdmin: true });
  await page.getByRole("heading", { name: "書籍", level: 1 }).waitFor();
  await page.getByRole("searchbox", { name: "検索" }).waitFor();
  await page.getByRole("status").filter({ hasText: "24 冊を表示中 (続きがあります)" }).waitFor();
});
