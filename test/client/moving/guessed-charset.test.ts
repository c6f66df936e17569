import { expect, it } from "vitest";
import { guessedCharset } from "../../../client/moving/read/guessed-charset.ts";

const PAIR = "\xb3\xec";

it.each([
  [11, false],
  [12, true],
])("a text of %d hangul is in EUC-KR, without a doubt: %s", (length, isCertain) => {
  expect(guessedCharset(PAIR.repeat(length))).toEqual({ charset: "euc-kr", isCertain });
});

it("a text in KOI8-R, whose small letters are the capitals of windows-1251, is not taken for one", () => {
  const letters = new Map(
    Array.from({ length: 128 }, (_, index) => {
      const byte = 128 + index;
      return [new TextDecoder("koi8-r").decode(Uint8Array.of(byte)), String.fromCharCode(byte)] as const;
    }),
  );
  const written = Array.from("зелёный чай и старая чашка", (letter) => letters.get(letter) ?? letter).join("");
  expect(guessedCharset(written)).toEqual({ charset: null, isCertain: false });
});
