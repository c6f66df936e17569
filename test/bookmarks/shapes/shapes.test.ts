import { describe, expect, it } from "vitest";
import { contentOf } from "../../../lambdas/bookmarks/domain/content.ts";
import { readPage } from "../../../lambdas/bookmarks/readers/read-page.ts";
import { load } from "../../load.ts";
import { response } from "../../shared/outbound/outbound-response.ts";
import { differences } from "./differences.ts";
import { KINDS } from "./kinds.ts";
import { LANGUAGES } from "./languages.ts";
import { Page } from "./page.ts";

/** Kinds of pages that are not read whole in any language: all that differs, and why. */
const KNOWN_LIMITS: Readonly<Record<string, { readonly differs: RegExp; readonly why: string }>> = {
  phpbb: {
    differs: /^not of the article: /,
    why: "The link that selects a source, in the paragraph over it, and what a visitor may do, below the thread, look like text: they have no telling name, and the second has no link.",
  },
};

/** Every kind in every language in CI; in other runs each kind in two, of which every kind in turn has another pair. */
const STRIDE = load(1, 5);

const SHAPES = KINDS.flatMap((kind, turn) =>
  LANGUAGES.filter((_language, index) => (index + turn) % STRIDE === 0).map((language) => {
    const page = new Page(language, kind.name);
    return { kind: kind.name, name: `${kind.name} in ${language.tag}`, html: kind.html(page), page };
  }),
);

/** How a reading of the page differs from it. */
function differencesOf({ html, page }: (typeof SHAPES)[number]): readonly string[] {
  const url = new URL("https://site.example/a/b");
  const outcome = readPage(response({ url, mediaType: "text/html", charset: "utf-8", body: html }));
  if (outcome.kind !== "page") return [outcome.kind];
  return differences(page, outcome.content, contentOf(outcome.content, new Date(0), "fetch")?.dir);
}

describe("the shapes of pages", () => {
  it("are more than three hundred, and no text occurs both in the article and around it", () => {
    expect(KINDS.length * LANGUAGES.length).toBeGreaterThan(300);
    const both = SHAPES.flatMap(({ name, page: { kept, left } }) => {
      const texts = kept.map(({ text }) => text).join("\n");
      return left.filter((text) => texts.includes(text)).map((text) => `${name}: ${text}`);
    });
    expect(both).toEqual([]);
  });

  it("are read completely, and without the parts around them, except for the known limits", () => {
    const found = SHAPES.map((shape) => ({ ...shape, differing: differencesOf(shape) }));
    const unknown = found.flatMap(({ kind, name, differing }) => {
      const others = differing.filter((line) => KNOWN_LIMITS[kind]?.differs.test(line) !== true);
      return others.length === 0 ? [] : [`${name}:\n  ${others.join("\n  ")}`];
    });
    expect(unknown.join("\n")).toBe("");
    const limited = new Set(found.filter(({ differing }) => differing.length > 0).map(({ name }) => name));
    const expected = SHAPES.filter(({ kind }) => kind in KNOWN_LIMITS).map(({ name }) => name);
    expect([...limited]).toEqual(expected);
  });
});
