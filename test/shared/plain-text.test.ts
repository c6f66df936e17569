import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beginning, cleanTitle, singleLine } from "../../lambdas/shared/plain-text.ts";
import { anyCharacter } from "../any-character.ts";

const FORBIDDEN = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u206f\ufeff]/u;

describe("cleanTitle", () => {
  it.each([
    ["Event sourcing 101", "Event sourcing 101"],
    ["  padded \u3000", "padded"],
    ["two\n  lines\tand\u00a0more", "two lines and more"],
    ["next\u0085line", "next line"],
    ["bell\u0007 and \u0000 null\u007f", "bell and null"],
    ["\u202eevil\u202c title\u2066\u2069", "evil title"],
    ["a\u200fb\u200ec\u061cd", "abcd"],
    ["\ufeffmark\u200bed", "marked"],
    ["family 👨‍👩‍👧 stays", "family 👨‍👩‍👧 stays"],
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["half \ud83d pair", "half pair"],
    ["日本語のタイトル", "日本語のタイトル"],
    ["Q&amp;A", "Q&amp;A"],
    ["", ""],
    [" \u202e\u0000\u3000", ""],
  ])("turns %j into %j", (raw, clean) => {
    expect(cleanTitle(raw)).toBe(clean);
  });

  it("is limited to 500 code points and splits no surrogate pair", () => {
    expect(cleanTitle("😀".repeat(501))).toBe("😀".repeat(500));
    expect(cleanTitle("x".repeat(500))).toBe("x".repeat(500));
    expect(cleanTitle(`${"x".repeat(499)} tail`)).toBe("x".repeat(499));
  });

  it("never has control or bidi characters, double spaces or more than 500 code points", () => {
    const unit = fc.oneof(
      fc.constantFrom(" ", "\u3000", "\n", "\u0000", "\u202e", "\u2067", "\u200f", "\ud800", "\udc00", "\ufeff"),
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 700 }), (units) => {
        const clean = cleanTitle(units.join(""));
        expect(clean).not.toMatch(FORBIDDEN);
        expect(clean).not.toMatch(/ {2}|^\s|\s$/);
        expect(Array.from(clean).length).toBeLessThanOrEqual(500);
        expect(cleanTitle(clean)).toBe(clean);
      }),
    );
  });
});

describe("singleLine", () => {
  it("has no limit of length", () => {
    expect(singleLine(`${"x".repeat(600)}\n y`)).toBe(`${"x".repeat(600)} y`);
  });
});

describe("beginning", () => {
  it.each([
    ["short", 5, "short"],
    ["longer", 5, "longe"],
    ["cut here", 4, "cut"],
    ["😀😀😀", 2, "😀😀"],
    ["a😀b", 2, "a😀"],
    ["😀 ", 2, "😀 "],
    ["日本語", 0, ""],
  ])("of %j within %i is %j", (text, max, cut) => {
    expect(beginning(text, max)).toBe(cut);
  });
});
