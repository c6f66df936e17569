import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headerLinks } from "../../../lambdas/shared/html/link-header.ts";

/** Each link as its reference and its parameters. */
const read = (value: string) =>
  Array.from(headerLinks(value), ({ reference, parameters }) => [reference, Object.fromEntries(parameters)]);

describe("headerLinks", () => {
  it.each([
    ["", []],
    ["<a>", [["a", {}]]],
    ["<>; rel=x", [["", { rel: "x" }]]],
    ["<a>; rel=x", [["a", { rel: "x" }]]],
    ["  <a>;rel=x;", [["a", { rel: "x" }]]],
    ["<a>\t;\trel\t=\tx\t", [["a", { rel: "x" }]]],
    ['<a> ; REL = "X y"', [["a", { rel: "X y" }]]],
    ["<a>; rel=x; rel=y", [["a", { rel: "x" }]]],
    ['<a>; rel=""; rel=y', [["a", { rel: "" }]]],
    ["<a>; rel; rel=y", [["a", { rel: "" }]]],
    ["<a>; crossorigin; rel=x", [["a", { crossorigin: "", rel: "x" }]]],
    ["<a>;;; rel=x", [["a", { rel: "x" }]]],
    [
      "<a>; crossorigin, <b>; rel=x",
      [
        ["a", { crossorigin: "" }],
        ["b", { rel: "x" }],
      ],
    ],
    [
      "<a>;rel=x,<b>;rel=y,,  ,<c>",
      [
        ["a", { rel: "x" }],
        ["b", { rel: "y" }],
        ["c", {}],
      ],
    ],
    ['<a>; title="one, <b>; rel=y; two"; rel=x', [["a", { title: "one, <b>; rel=y; two", rel: "x" }]]],
    ['<a>; title="\\"\\\\, <b>"; rel=x', [["a", { title: '"\\, <b>', rel: "x" }]]],
    ["<a>; title*=UTF-8''%ff; rel=x", [["a", { "title*": "UTF-8''%ff", rel: "x" }]]],
    ["<a>; title*='; rel=x", [["a", { "title*": "'", rel: "x" }]]],
    ['<a>; uri="b"; rel=x', [["a", { uri: "b", rel: "x" }]]],
    ["<a,b;c?d=e>; rel=x", [["a,b;c?d=e", { rel: "x" }]]],
    ["garbage, <a>; rel=x", [["a", { rel: "x" }]]],
    ['"<b>; rel=y", <a>; rel=x', [["a", { rel: "x" }]]],
    [
      "<a>garbage; rel=y, <b>; rel=x",
      [
        ["a", {}],
        ["b", { rel: "x" }],
      ],
    ],
    ["<a; rel=x, <b>; rel=y", [["b", { rel: "y" }]]],
    ["<a; rel=x", []],
    ['<a>; title="never ends, <b>; rel=y', [["a", { title: "never ends, <b>; rel=y" }]]],
    ['<a>; title="ends in a bar\\', [["a", { title: "ends in a bar" }]]],
    ["<a>; __proto__=y; constructor=z; rel=x", [["a", { ["__proto__"]: "y", constructor: "z", rel: "x" }]]],
  ])("of %s", (value, links) => {
    expect(read(value)).toEqual(links);
  });

  it("reads every header that the standard allows", () => {
    const token = fc.stringMatching(/^[a-z][a-z*-]{0,8}$/);
    const text = fc.string({ unit: fc.constantFrom(..."ab<>;,=\\\" '") });
    const link = fc.tuple(fc.stringMatching(/^[a-z:/?=;,&]{0,20}$/), fc.dictionary(token, text));
    fc.assert(
      fc.property(fc.array(link), (links) => {
        const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
        const written = links.map(([reference, parameters]) =>
          [`<${reference}>`, ...Object.entries(parameters).map(([name, value]) => `${name}=${quoted(value)}`)].join(
            "; ",
          ),
        );
        expect(read(written.join(", "))).toEqual(
          links.map(([reference, parameters]) => [reference, { ...parameters }]),
        );
      }),
    );
  });
});
