import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isolated } from "../../../console/language/isolated.ts";

const [LRI, RLI, FSI, PDI, RLO] = ["\u2066", "\u2067", "\u2068", "\u2069", "\u202e"];

/** How deep the isolations of a text are at each of its characters. */
function depths(text: string): readonly number[] {
  let depth = 0;
  return [...text].map((character) => {
    if ([LRI, RLI, FSI].includes(character)) depth += 1;
    else if (character === PDI) depth -= 1;
    return depth;
  });
}

describe("isolated", () => {
  it("leaves a text unchanged that changes no direction", () => {
    for (const text of ["", "Owls of the hedge", "生け垣のすずめ", "5 < 6\nlines"]) expect(isolated(text)).toBe(text);
  });

  it("closes a text that turns around what follows it, and keeps a part that is closed by itself", () => {
    expect(isolated(`${RLO}sgniht`)).toBe(`${FSI}${RLO}sgniht${PDI}`);
    expect(isolated("ספר")).toBe(`${FSI}ספר${PDI}`);
    const sentence = `Deleted: ${isolated(`${RLO}x`)}`;
    expect(isolated(sentence)).toBe(`${FSI}${sentence}${PDI}`);
  });

  it("is left by no text: neither by an end of its own, nor by a beginning without an end, nor by a new paragraph", () => {
    const hostile = fc.string({
      unit: fc.constantFrom("a", "ש", LRI, RLI, FSI, PDI, RLO, "\n", "\u2029"),
      maxLength: 12,
    });
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = isolated(text);
        if (shown === text) {
          expect(text).not.toMatch(/[ש\u202e\u2066-\u2069]/);
          return;
        }
        const inside = depths(shown);
        expect(inside.at(-1)).toBe(0);
        expect(Math.min(...inside.slice(0, -1))).toBeGreaterThan(0);
        expect(shown).not.toMatch(/[\n\u2029]/);
      }),
    );
  });
});
