import { describe, expect, it } from "vitest";
import { searchableFields, searchableTags, searchableText } from "../../lambdas/shared/search/searchable-text.ts";
import { fetchedTexts, ownTexts, searched } from "../../lambdas/slides/stock-search.ts";

const CANONICAL = "https://www.docswell.com/s/alice/59VDWM";
const ORIGINAL = `${CANONICAL}-owls`;

describe("what a search looks at in a stock", () => {
  const own = ownTexts({ memo: "for Friday", provider: "docswell", canonicalUrl: CANONICAL, originalUrl: ORIGINAL });
  const read = fetchedTexts({ title: "Owls at night", authorName: "Alice" });

  it("is its site, its title, its tags, and one text of all but the site", () => {
    const tags = searchableTags(["birds"]);
    expect(searched({ own, tags, read })).toEqual({
      site: "www.docswell.com",
      title: searchableText("Owls at night"),
      tags,
      text: searchableFields(["for Friday", "docswell", CANONICAL, ORIGINAL, "Owls at night", "Alice"]).concat(
        "\n",
        tags,
      ),
    });
  });

  it("has no title, no author and no tags before they are there", () => {
    expect(searched({ own, tags: null, read: fetchedTexts({ title: null, authorName: null }) })).toEqual({
      site: "www.docswell.com",
      title: "",
      tags: "",
      text: `${searchableFields(["for Friday", "docswell", CANONICAL, ORIGINAL])}\n\n\n`,
    });
  });

  it("has each address once", () => {
    const same = ownTexts({ memo: null, provider: "docswell", canonicalUrl: CANONICAL, originalUrl: CANONICAL });
    expect(same).toBe(`www.docswell.com\n${searchableFields(["docswell", CANONICAL])}`);
  });
});
