import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cardOf,
  deletedDocument,
  itemDocument,
  noResultsDocument,
  placeholder,
  searchDocument,
} from "../../../lib/local/sites/mercari-pages.ts";
import { anyCharacter } from "../../any-character.ts";
import { linearTimeViolation } from "../../hostile/cpu-time.ts";
import { load, runs } from "../../load.ts";
import { listed, readDetail, readSearch, shopsProduct } from "./page-answers.ts";

const given = (file: string) => readFileSync(join(import.meta.dirname, "given", file), "utf8");

const WHOLE = [
  searchDocument("x", [cardOf(listed(), "A"), cardOf(shopsProduct(), "B"), placeholder], "/search?page_token=v1:1"),
  noResultsDocument("x"),
  itemDocument(listed({ state: "sold_out" }), [listed({ id: "m00000000009" })]),
  itemDocument(shopsProduct()),
  deletedDocument,
];

/** Fragments of pages, so that random combinations are close to real pages. */
const PIECES = [
  ...WHOLE.flatMap((page) => page.match(/<[^>]*>|[^<]+/g) ?? []),
  "<",
  ">",
  '"',
  "'",
  "=",
  "&",
  "<!--",
  "-->",
  "<script",
  "</html>",
  "¥",
  "円",
  "現在",
  "\u0000",
  "\ud83d",
];

const markup = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: anyCharacter })), {
    maxLength: 60,
  })
  .map((pieces) => `<html>${pieces.join("")}</html>`);

/** A whole page with a few fragments inserted, removed or duplicated. */
const mutated = fc
  .tuple(
    fc.constantFrom(...WHOLE),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 200 }), fc.oneof(fc.constant(""), fc.constantFrom(...PIECES))), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([page, changes]) =>
    changes.reduce((text, [place, length, instead]) => {
      const at = place % text.length;
      return text.slice(0, at) + instead + text.slice(at + length);
    }, page),
  );

/** A listing's fields fit the table, however broken the page. */
function expectSound(html: string): void {
  const search = readSearch(html);
  for (const item of search.kind === "items" ? search.items : []) {
    expect(item.name).toBe(item.name.trim());
    expect(item.name).not.toBe("");
    expect(Number.isSafeInteger(item.price) && item.price > 0).toBe(true);
    expect(item.sellingUrl).toMatch(/^https:\/\/jp\.mercari\.com\/(?:item\/m\d+|shops\/product\/\w+)$/);
    expect(item.imageUrl).toMatch(/^(?:https:\/\/.*)?$/);
  }
  for (const requested of [listed(), shopsProduct()]) {
    const detail = readDetail(html, requested);
    if (detail.kind === "detail") expect(Number.isSafeInteger(detail.item.price) && detail.item.price > 0).toBe(true);
  }
}

describe("readers of broken pages", () => {
  it("never throw for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        for (const tail of ["", "</html>"]) expectSound(new TextDecoder().decode(bytes) + tail);
      }),
    );
  });

  it("never throw and never return invalid fields for any markup", () => {
    fc.assert(fc.property(fc.oneof(markup, mutated), expectSound), runs(500));
  });
});

describe("a page that was cut off", () => {
  const errorKind = "truncated";

  it.each(WHOLE.map((page, index) => [index, page] as const))(
    "gives no listings, wherever it was cut (%i)",
    (_index, page) => {
      for (let length = 0; length < page.length; length += 1) {
        const cut = page.slice(0, length);
        expect(readSearch(cut)).toMatchObject({ kind: "error", errorKind });
      }
    },
  );

  it.each(["search-on-sale-p1.html", "search-tile-layout.html", "search-zero-hit.html"])(
    "gives no listings if it is %s cut anywhere",
    (file) => {
      const page = given(file);
      fc.assert(
        fc.property(fc.nat({ max: page.length - 1 }), (length) => {
          expect(readSearch(page.slice(0, length))).toMatchObject({ kind: "error", errorKind });
        }),
        runs(50),
      );
    },
  );

  it.each(["detail-deleted.html", "detail-not-found-404.html", "detail-on-sale.html"])(
    "states no deletion if it is %s cut anywhere",
    (file) => {
      const page = given(file);
      fc.assert(
        fc.property(fc.nat({ max: page.length - 1 }), fc.constantFrom(200, 404, 410), (length, status) => {
          expect(readDetail(page.slice(0, length), listed(), { status })).toMatchObject({ kind: "error", errorKind });
        }),
        runs(50),
      );
    },
  );
});

describe("a page of three megabytes", () => {
  const LIMIT = 3 * 1_024 * 1_024;
  const DEPTH = 240;

  it.each([
    ["nested main parts", "<main>", "&nbsp;"],
    ["nested buttons", '<div data-testid="pagination-next-button">', "<b></b>"],
    ["nested prices", '<div id="item-grid"><p data-testid="item-cell"><i class="merPrice">', "1円 "],
    ["end tags of elements that were never opened", "<b>", "</x>"],
    ["signs in a self-closing tag", "<p ", "="],
  ])("is read in linear time when it has %s", async (_name, nested, filling) => {
    const make = (size: number) => {
      const start = `<html>${nested.repeat(DEPTH / Math.ceil(nested.length / 30))}`;
      const room = size - start.length - 12;
      return `${start}${filling.repeat(Math.max(0, room / Buffer.byteLength(filling)))} /></html>`;
    };
    const read = (html: string) => [readSearch(html), readDetail(html)];
    expect(await linearTimeViolation({ make, read }, LIMIT, load(0.1, 0.03))).toBeNull();
  });
});
