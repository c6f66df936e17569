import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newBook } from "../../../lambdas/books/domain/book.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { bookFacts } from "../sample-books.ts";

const facts = bookFacts({
  title: "A title",
  authors: ["Jane Doe"],
  publishedDate: "2022-08",
  language: "en",
  volumeId: "AAAAAAAAAAAA",
});
const numbers = (...identifiers: string[]) => {
  const { isbn13, isbn10 } = newBook(identifiers, facts);
  return { isbn13, isbn10 };
};

describe("newBook", () => {
  it("keeps the volume's fields", () => {
    expect(newBook([], facts)).toEqual({
      id: derivedId("volume", "AAAAAAAAAAAA"),
      isbn13: null,
      isbn10: null,
      ...facts,
    });
  });

  it("is one book for every volume with its ISBN, and one for each volume without", () => {
    const id = derivedId("isbn", "9780306406157");
    for (const volumeId of ["AAAAAAAAAAAA", "BBBBBBBBBBBB"]) {
      expect(newBook(["9780306406157", "0306406152"], { ...facts, volumeId }).id).toBe(id);
      expect(newBook(["0306406152"], { ...facts, volumeId }).id).toBe(id);
      expect(newBook([], { ...facts, volumeId }).id).toBe(derivedId("volume", volumeId));
    }
  });

  it.each([
    [["9780306406157", "0306406152"], "9780306406157", "0306406152"],
    [["0306406152", "9780306406157"], "9780306406157", "0306406152"],
    [["0306406152"], "9780306406157", "0306406152"],
    [["9780306406157"], "9780306406157", null],
    [["080442957X"], "9780804429573", "080442957X"],
    [["080442957x"], "9780804429573", "080442957X"],
    [["9791090636071"], "9791090636071", null],
    [["978-0-306-40615-7", "0-306-40615-2"], "9780306406157", "0306406152"],
    [[" 978 0 306 40615 7 "], "9780306406157", null],
    [["9780306406158", "0306406152"], "9780306406157", "0306406152"],
    [["9780306406158"], null, null],
    [["0306406153"], null, null],
    [["9770306406158"], null, null],
    [["X306406152"], null, null],
    [["97803064061"], null, null],
    [["97803064061577"], null, null],
    [["19780306406157"], null, null],
    [["ISBN 9780306406157"], null, null],
    [["10306406152"], null, null],
    [["03064061522"], null, null],
    [["0000000000"], null, null],
    [["9780000000002"], null, null],
    [["UOM:39015076106452"], null, null],
    [["９７８０３０６４０６１５７"], null, null],
    [[""], null, null],
  ])("parses %j", (identifiers, isbn13, isbn10) => {
    expect(numbers(...identifiers)).toEqual({ isbn13, isbn10 });
  });

  it("rejects every ISBN with one digit changed or two adjacent digits swapped", () => {
    const place = fc.nat({ max: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), place, fc.integer({ min: 1, max: 9 }), (core, at, by) => {
        const nine = String(core).padStart(9, "0");
        const valid = [..."0123456789X"].map((check) => nine + check).filter((isbn) => numbers(isbn).isbn10 !== null);
        expect(valid).toHaveLength(1);
        const digits = [...(valid[0] ?? "")];
        const changed = digits.with(at, String((Number(digits[at]) + by) % 10)).join("");
        expect(numbers(changed)).toEqual({ isbn13: null, isbn10: null });
        const [left = "", right = ""] = digits.slice(at, at + 2);
        if (left !== right && right !== "X") {
          const swapped = digits
            .with(at, right)
            .with(at + 1, left)
            .join("");
          expect(numbers(swapped)).toEqual({ isbn13: null, isbn10: null });
        }
      }),
    );
  });
});
