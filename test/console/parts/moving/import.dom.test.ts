// @vitest-environment happy-dom
import { File } from "node:buffer";
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import type { MovedType } from "../../../../console/parts/moving/moving-texts.ts";
import { refused } from "../../../client/scripted-api.ts";
import { ChangesApi } from "../../../client/sync/changes-api.ts";
import { becomes, goOffline, press, settled } from "../../dom/acts.ts";
import { AnsweringApi } from "../../dom/answering-api.ts";
import { rows } from "../../dom/contents.ts";
import { DECK, movingPage, OWLS, shows, WRENS } from "../../dom/moving-page.ts";
import type { Page } from "../../dom/page.ts";
import { openPage } from "../../dom/page.ts";
import { dialog, hasButton, texts, told } from "../../dom/shown.ts";

movingPage();

async function opens(type: MovedType = "bookmark", api = new ChangesApi()): Promise<Page> {
  const page = await openPage([], api);
  await shows(page, "Import", type);
  return page;
}
/** A file of bookmarks as browsers write it. */
const fileOf = (...urls: readonly string[]) =>
  new File(
    [
      `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${urls.map((url) => `<DT><A HREF="${url}">A</A>\n`).join("")}</DL>`,
    ],
    "b.html",
  );
const box = () => dialog().querySelector<HTMLInputElement>("input[type=file]");
/** The box has other files. */
async function given(files: readonly object[]): Promise<void> {
  const input = box() as HTMLInputElement;
  Object.defineProperty(input, "files", { value: files, configurable: true });
  await act(() => void input.dispatchEvent(new Event("change", { bubbles: true })));
}
/** Chooses a file, which is then checked. */
async function choose(file: object): Promise<void> {
  await given([file]);
  await becomes(() => box()?.getAttribute("aria-invalid") === "true" || hasButton("Choose another file"));
}
/** Sends the entries of the file, and waits for the end. */
async function send(name: string): Promise<void> {
  await press(name, dialog());
  await becomes(() => dialog().querySelector("progress") === null);
}
const status = () => Array.from(dialog().querySelectorAll("[role=status] p"), ({ textContent }) => textContent);
const described = () =>
  (box()?.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent);
const table = () => rows("tbody tr:has(th.number)", dialog());
const saved = (api: ChangesApi) =>
  api.requests.filter(({ method }) => method === "POST").map(({ path, body }) => [path, (body as { url: string }).url]);

describe("an import", () => {
  it("asks for a file, checks it, sends it once it is told to, and finds everything there the second time", async () => {
    const { api } = await opens();
    expect([texts("dialog h2"), described(), status(), box()?.accept.split(",").slice(0, 4)]).toEqual([
      ["Import bookmarks"],
      ["The bookmarks of a browser, the export of a service for bookmarks (HTML, JSON or CSV), or a list of addresses"],
      [],
      [".html", ".htm", ".json", ".jsonl"],
    ]);
    expect(document.activeElement).not.toBe(box());
    expect(Array.from(box()?.labels ?? [], ({ textContent }) => textContent)).toEqual(["File", "Choose a file"]);
    expect(texts(".file-box > :not(input)")).toEqual(["Choose a file", "or drop it here"]);
    for (const outcome of ["2 new, 0 already saved, 1 refused", "0 new, 2 already saved, 1 refused"]) {
      await choose(fileOf(OWLS, "javascript:alert(1)", WRENS));
      expect([status(), texts("dialog > strong")]).toEqual([["2 bookmarks can be imported, 1 can't."], ["b.html"]]);
      expect(box()).toBeNull();
      expect(texts("dialog caption")).toEqual(["Refused: 1", "What was read from the file"]);
      expect(texts("dialog thead th")).toEqual(["Line", "Reason", "Address", "Column", "Read", "Not read"]);
      expect(table()).toEqual([["4", expect.stringContaining("javascript:"), "javascript:alert(1)"]]);
      expect(dialog().querySelector("section.wide")?.getAttribute("aria-label")).toBe("Refused: 1");
      await send("Import 2");
      expect([status(), table().length, hasButton("Continue")]).toEqual([[outcome], 1, false]);
      await press("Choose another file", dialog());
      expect([status(), texts("dialog > strong")]).toEqual([[], []]);
    }
    expect(saved(api).slice(0, 2)).toEqual([
      ["/v1/bookmarks", OWLS],
      ["/v1/bookmarks", WRENS],
    ]);
    await press("Close", dialog());
    expect(document.querySelector("dialog")).toBeNull();
  });

  it("is given up for another file", async () => {
    const { api } = await opens();
    await choose(fileOf(OWLS));
    await press("Choose another file", dialog());
    expect([box() === null, saved(api)]).toEqual([false, []]);
    // A person closes the browser's own dialog without a choice.
    await given([]);
    await act(settled);
    expect([box() === null, status()]).toEqual([false, []]);
  });

  it("says that the file is being read, also when a chunk ends inside a character", async () => {
    await opens();
    const pieces = Promise.withResolvers<readonly Uint8Array[]>();
    const stream = () =>
      new ReadableStream<Uint8Array>({
        async start(controller) {
          for (const piece of await pieces.promise) controller.enqueue(piece);
          controller.close();
        },
      });
    await given([{ stream }]);
    expect([status(), box()]).toEqual([["Reading the file…"], null]);
    const bytes = new Uint8Array(await fileOf(OWLS, "ftp://blog.example/雀").arrayBuffer());
    const inside = bytes.indexOf(0xe9) + 1;
    pieces.resolve([bytes.slice(0, inside), bytes.slice(inside)]);
    await becomes(() => hasButton("Import 1"));
    expect([status(), table().map((row) => row[2])]).toEqual([
      ["1 bookmark can be imported, 1 can't."],
      ["ftp://blog.example/雀"],
    ]);
  });

  it("saves decks to Slides when the person wants it, and says how many", async () => {
    const { api } = await opens();
    await choose(fileOf(OWLS, DECK));
    const option = dialog().querySelector<HTMLInputElement>("input[type=checkbox]");
    expect([option?.checked, texts("dialog label")]).toEqual([false, ["Save slide decks to Slides"]]);
    await act(() => option?.click());
    await send("Import 2");
    expect(status()).toEqual(["2 new, 0 already saved, 0 refused", "1 of them is a slide deck, in Slides."]);
    expect(saved(api)).toEqual([
      ["/v1/bookmarks", OWLS],
      ["/v1/stocks", DECK],
    ]);
  });

  it("of decks takes nothing else, and says so", async () => {
    const { api } = await opens("stock");
    await choose(fileOf(OWLS, DECK));
    expect(texts("dialog h2")).toEqual(["Import slides"]);
    expect(status()).toEqual([expect.stringContaining("1"), "Not slide decks, not imported here: 1"]);
    expect(dialog().querySelector("input")).toBeNull();
    await send("Import 1");
    expect(status()).toEqual(["1 new, 0 already saved, 0 refused", "Not slide decks, not imported here: 1"]);
    expect(saved(api)).toEqual([["/v1/stocks", DECK]]);
  });

  it("says which dates it took for UTC, and what it left out", async () => {
    await opens();
    await choose(new File([`url,title,created\n${OWLS},${"a".repeat(501)},2024-01-02 03:04:05\n`], "b.csv"));
    expect(status()).toEqual(["1 bookmark can be imported.", "Dates without a time zone, taken as UTC: 1"]);
    expect(texts("dialog caption")).toEqual(["Left out: 1", "What was read from the file"]);
    expect(table()).toEqual([["2", expect.any(String), OWLS]]);
  });

  const many = Array.from({ length: 201 }, (_, index) => `ftp://blog.example/${index}`);
  it("shows the first 200 remarks, and how many more there are", async () => {
    await opens();
    await choose(fileOf(OWLS, ...many.slice(1)));
    expect([table().length, texts("dialog p.quiet")]).toEqual([200, []]);
    await press("Choose another file", dialog());
    await choose(fileOf(OWLS, ...many));
    expect([table().length, texts("dialog caption")]).toEqual([200, ["Refused: 201", "What was read from the file"]]);
    expect(texts("dialog p.quiet")).toEqual(["and 1 more"]);
  });

  it.each<[string, MovedType, object, RegExp]>([
    [
      "a letter",
      "bookmark",
      new File(["<p>Dear all,</p>"], "letter.html"),
      /^There are no bookmarks in this file\. Choose/,
    ],
    [
      "a single entry that is none",
      "bookmark",
      fileOf("ftp://a.example"),
      /^There are no bookmarks in this file \(line 3: .+\)$/,
    ],
    ["bookmarks without a deck", "stock", fileOf(OWLS), /^There are no decks in this file\. Decks of/],
    [
      "what can't be read",
      "bookmark",
      {
        stream: () => {
          throw new Error("gone");
        },
      },
      /^The file can't be read: Error: gone$/,
    ],
  ])("of %s is refused, with the focus on the box", async (_, type, file, why) => {
    await opens(type);
    await choose(file);
    expect([described().at(-1), box()?.getAttribute("aria-invalid")]).toEqual([expect.stringMatching(why), "true"]);
    expect(document.activeElement === box()).toBe(true);
  });

  it("names the entries when many are all refused", async () => {
    await opens();
    await choose(fileOf(...many.slice(0, 2)));
    expect([status(), table().length]).toEqual([["0 bookmarks can be imported, 2 can't."], 2]);
  });

  it("begins later without the network", async () => {
    const { api } = await opens();
    await choose(fileOf(OWLS));
    await goOffline();
    expect(texts("dialog > p")).toEqual(["There is no connection. The import starts when it is back."]);
    await press("Import 1", dialog());
    expect([status(), saved(api)]).toEqual([["It continues when there is a connection."], []]);
    await goOffline(false);
    globalThis.dispatchEvent(new Event("online"));
    await becomes(() => hasButton("Choose another file"));
    expect([status(), saved(api).length]).toEqual([["1 new, 0 already saved, 0 refused"], 1]);
  });

  it("goes on when its dialog is closed, and says so; its report is there until another file is chosen", async () => {
    const api = new AnsweringApi();
    await opens("bookmark", api);
    await choose(fileOf(OWLS, WRENS));
    const goOn = api.hold();
    await press("Import 2", dialog());
    const progress = dialog().querySelector("progress");
    expect([progress?.getAttribute("aria-label"), progress?.max]).toEqual(["Progress of the import", 2]);
    expect([progress?.value, texts("dialog > p")[0]]).toEqual([0, "0 of 2"]);
    await press("Close", dialog());
    expect(told()).toBe("The import continues in the background.");
    goOn();
    await press("Import");
    await becomes(() => hasButton("Choose another file"));
    expect([status(), saved(api).length]).toEqual([["2 new, 0 already saved, 0 refused"], 2]);
    await press("Choose another file", dialog());
    expect([box() === null, status()]).toEqual([false, []]);
  });

  it("is stopped by a button, and goes on by another", async () => {
    const api = new AnsweringApi();
    await opens("bookmark", api);
    await choose(fileOf(OWLS, WRENS));
    const goOn = api.hold();
    await press("Import 2", dialog());
    await press("Stop", dialog());
    goOn();
    await becomes(() => hasButton("Continue"));
    expect(status()).toEqual([
      "Stopped after 0 of 2. You can continue it; nothing is saved twice.",
      "0 new, 0 already saved, 0 refused",
    ]);
    await press("Continue", dialog());
    await becomes(() => hasButton("Choose another file") && !hasButton("Continue"));
    expect(status()).toEqual(["2 new, 0 already saved, 0 refused"]);
    expect(new Set(saved(api).map(([, url]) => url)).size).toBe(2);
  });

  it("says when it goes on after the API has refused more for now", async () => {
    const { api } = await opens();
    await choose(fileOf(OWLS, WRENS));
    api.faults.push(undefined, refused(429, "rate_limited", { "retry-after": "3600" }));
    await press("Import 2", dialog());
    await becomes(() => status().length > 0);
    const words = /^Magpie has reached its limit for now\. The import continues at .*\d\d:\d\d\.$/;
    expect([status(), texts("dialog > p")[0]]).toEqual([[expect.stringMatching(words)], "1 of 2"]);
  });

  it("that the API refuses says why, and goes on", async () => {
    const { api } = await opens();
    await choose(fileOf(OWLS, WRENS));
    api.faults.push(undefined, refused(403, "forbidden"));
    await send("Import 2");
    expect(status()).toEqual([
      expect.stringMatching(/ The import stopped after 1 of 2\. You can continue it; nothing is saved twice\.$/),
      "1 new, 0 already saved, 0 refused",
    ]);
    await press("Continue", dialog());
    await becomes(() => hasButton("Choose another file") && !hasButton("Continue"));
    expect(status()).toEqual(["2 new, 0 already saved, 0 refused"]);
  });
});
