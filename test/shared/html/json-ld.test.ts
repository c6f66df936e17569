import { describe, expect, it } from "vitest";
import { jsonLdArticle, jsonLdAuthors, jsonLdObjects } from "../../../lambdas/shared/html/json-ld.ts";

describe("the objects of a JSON-LD script", () => {
  it.each([
    ['{"a":1}', [{ a: 1 }]],
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['{"@graph":[{"a":1},{"a":2}]}', [{ a: 1 }, { a: 2 }]],
    ['[{"@graph":[{"a":1}]},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['{"@graph":7}', [{ "@graph": 7 }]],
    ['{"a":["Q&amp;A",1]}', [{ a: ["Q&A", 1] }]],
    ["{", []],
    ["", []],
  ])("of %s", (json, objects) => {
    expect(jsonLdObjects(json)).toEqual(objects);
  });

  it("are fifty of a list at the most", () => {
    expect(jsonLdObjects(JSON.stringify(Array.from({ length: 51 }, (_, index) => index)))).toHaveLength(50);
  });
});

describe("the authors in JSON-LD", () => {
  it.each([
    [{ author: "Alice" }, ["Alice"]],
    [{ author: { name: "Alice" } }, ["Alice"]],
    [{ author: ["Alice", { name: "Bob" }, { name: 7 }, null, 7] }, ["Alice", "Bob"]],
    [[{ author: "Alice" }, { name: "Bob" }], ["Alice"]],
    [{ "@graph": [{ author: [{ "@id": "#a" }] }, { "@id": "#a", name: "Alice" }, { name: "Bob" }] }, ["Alice"]],
    [{ author: { "@id": "#a" } }, []],
    [{ author: {}, name: "Bob" }, []],
    [{ name: "Alice" }, []],
    ["Alice", []],
    [null, []],
  ])("of %j are %j", (object, names) => {
    expect(jsonLdAuthors([JSON.stringify(object)])).toEqual(names);
  });

  it("are in the order of the scripts, and fifty of an object at the most", () => {
    expect(jsonLdAuthors(['{"author":"Alice"}', "{", '{"author":"Bob"}'])).toEqual(["Alice", "Bob"]);
    expect(jsonLdAuthors([JSON.stringify({ author: new Array(51).fill("Alice") })])).toHaveLength(50);
  });
});

describe("the article in JSON-LD", () => {
  it.each([
    [
      { headline: "A", articleBody: "Text." },
      { headline: "A", body: "Text." },
    ],
    [{ "@graph": [{ name: "Site" }, { headline: "A", articleBody: "Text." }] }, { headline: "A", body: "Text." }],
    [
      { "@type": "WebPage", mainEntity: { headline: "A", articleBody: "Text." } },
      { headline: "A", body: "Text." },
    ],
    [[{ headline: "" }, { headline: "A" }, { headline: "B", articleBody: "T" }], { headline: "A", body: "T" }],
    [[{ articleBody: "A teaser." }, { articleBody: "The whole text." }], { headline: "", body: "The whole text." }],
    [
      { headline: "It&#39;s", articleBody: "&lt;p&gt;A&lt;/p&gt;" },
      { headline: "It's", body: "<p>A</p>" },
    ],
    [
      { headline: 7, articleBody: ["Text."], mainEntity: null },
      { headline: "", body: "" },
    ],
    [null, { headline: "", body: "" }],
  ])("of %j is %j", (object, article) => {
    expect(jsonLdArticle([JSON.stringify(object)])).toEqual(article);
  });
});
