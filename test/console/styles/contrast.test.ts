import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Color } from "culori";
import { inGamut, parse, wcagContrast } from "culori";
import { describe, expect, it } from "vitest";

const CONSOLE = join(import.meta.dirname, "../../../console");
const COLOUR = /--([a-z-]+): (?:light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)|(oklch\([^)]+\)));/g;

function parsed(text: string): Color {
  const colour = parse(text);
  if (colour === undefined) throw new Error(`${text} is no colour.`);
  return colour;
}

/** The colours of a stylesheet's text, by the names of their custom properties. */
function coloursOf(text: string, theme: "light" | "dark"): ReadonlyMap<string, Color> {
  return new Map(
    Array.from(text.matchAll(COLOUR), ([, name = "", light, dark, both]) => [
      name,
      parsed((theme === "light" ? light : dark) ?? both ?? ""),
    ]),
  );
}

const tokens = readFileSync(join(CONSOLE, "styles/tokens.css"), "utf8");
const light = coloursOf(tokens, "light");
const [, sepia = ""] = readFileSync(join(CONSOLE, "reading/reading.css"), "utf8").split('data-paper="sepia"');
const THEMES = {
  light,
  dark: coloursOf(tokens, "dark"),
  sepia: new Map([...light, ...coloursOf(sepia.split("}")[0] ?? "", "light")]),
};

/** What is written or drawn in a colour, on which others, and the least contrast that WCAG 2.2 asks of it. */
const PAIRS: readonly [string, readonly string[], number][] = [
  ["text", ["surface", "raised", "sunken", "accent-soft", "good-soft", "warn-soft", "bad-soft"], 4.5],
  ["quiet", ["surface", "raised", "sunken", "accent-soft", "good-soft"], 4.5],
  ["accent", ["surface", "raised", "sunken", "accent-soft"], 4.5],
  ["on-accent", ["accent"], 4.5],
  ["good", ["surface", "raised", "good-soft"], 4.5],
  ["warn", ["surface", "raised", "warn-soft"], 4.5],
  ["bad", ["surface", "raised", "sunken", "bad-soft"], 4.5],
  // A message lies on the text's colour, in the page's.
  ["surface", ["text"], 4.5],
  ["control", ["surface", "raised"], 3],
  ["plot-sold", ["surface", "raised"], 3],
];

describe.each(Object.entries(THEMES))("the colours of %s", (_, colours) => {
  const colour = (name: string) => {
    const found = colours.get(name);
    if (found === undefined) throw new Error(`There is no colour --${name}.`);
    return found;
  };

  it("are told apart as WCAG 2.2 AA asks", () => {
    const weak = PAIRS.flatMap(([name, grounds, least]) =>
      grounds
        .map((ground) => ({ ground, contrast: wcagContrast(colour(name), colour(ground)) }))
        .filter(({ contrast }) => contrast < least)
        .map(({ ground, contrast }) => `--${name} on --${ground}: ${contrast.toFixed(2)} of ${least}`),
    );
    expect(weak).toEqual([]);
  });

  it("are within what every screen can show", () => {
    const outside = [...colours].filter(([, each]) => !inGamut("rgb")(each)).map(([name]) => name);
    expect(outside).toEqual([]);
  });
});
