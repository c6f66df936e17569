import fc from "fast-check";
import { expect, it } from "vitest";
import {
  cardOf,
  deletedDocument,
  itemDocument,
  noResultsDocument,
  placeholder,
  searchDocument,
} from "../../../lib/local/sites/mercari-pages.ts";
import { anyCharacter } from "../../any-character.ts";
import { runs } from "../../load.ts";
import { listed, readDetail, readSearch, shopsProduct } from "./page-answers.ts";

const WHOLE = [
  searchDocument("x", [cardOf(listed(), "A"), cardOf(shopsProduct(), "B"), placeholder], "/search?page_token=v1:1"),
  noResultsDocument("x"),
  itemDocument(listed({ state: "sold_out" }), [listed({ id: "m00000000009" })]),
  itemDocument(shopsProduct()),
  deletedDocument,
];

/** Fragments of pages, so that random combinations are close to real pages. */
const SIGNS = [
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
const PIECES = [...WHOLE.flatMap((page) => page.match(/<[^>]*>|[^<]+/g) ?? []), ...SIGNS];

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

it("readers of broken pages never throw and never return invalid fields, for any bytes and any markup", () => {
  const bytes = fc.uint8Array({ maxLength: 500 }).map((all) => `${new TextDecoder().decode(all)}</html>`);
  fc.assert(fc.property(fc.oneof(markup, mutated, bytes), expectSound), runs(600));
});
