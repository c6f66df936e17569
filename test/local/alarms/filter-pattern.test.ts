import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filterPattern, jsonLine } from "../../../lib/local/alarms/filter-pattern.ts";

const matches = (pattern: string, line: string) => {
  const parsed = jsonLine(line);
  return parsed !== undefined && filterPattern(pattern)(parsed);
};

describe("a filter pattern", () => {
  it.each<[string, unknown, boolean]>([
    ['{ $.a = "x" }', { a: "x" }, true],
    ['{ $.a = "x" }', { a: "y" }, false],
    ['{ $.a = "x" }', { a: "xy" }, false],
    ['{ $.a = "x" }', { b: "x" }, false],
    ['{$.a="x"}', { a: "x" }, true],
    ['{ $.a != "x" }', { a: "y" }, true],
    ['{ $.a != "x" }', { a: "x" }, false],
    ["{ $.a = x }", { a: "x" }, true],
    ['{ $.a = "x*z" }', { a: "x, y and z" }, true],
    ['{ $.a = "x*z" }', { a: "x, y" }, false],
    ['{ $.a = "x*z" }', { a: "x\nz" }, true],
    ['{ $.a = "*" }', { a: "" }, true],
    ['{ $.a = "1.5" }', { a: "195" }, false],
    ['{ $.a = "say \\"x\\"" }', { a: 'say "x"' }, true],
    ['{ $.a = "1" }', { a: 1 }, false],
    ["{ $.a = 1 }", { a: "1" }, false],
    ["{ $.a = 3 }", { a: 3 }, true],
    ["{ $.a != 3 }", { a: 4 }, true],
    ["{ $.a != 3 }", { a: "x" }, false],
    ["{ $.a < 3 }", { a: 2.5 }, true],
    ["{ $.a < 3 }", { a: 3 }, false],
    ["{ $.a <= 3 }", { a: 3 }, true],
    ["{ $.a > -1.5e1 }", { a: -14 }, true],
    ["{ $.a >= 3 }", { a: 2 }, false],
    ["{ $.a = %^4\\d\\d$% }", { a: "404" }, true],
    ["{ $.a = %^4\\d\\d$% }", { a: "4040" }, false],
    ["{ $.a != %^4% }", { a: "500" }, true],
    ["{ $.a IS TRUE }", { a: true }, true],
    ["{ $.a IS TRUE }", { a: "true" }, false],
    ["{ $.a IS FALSE }", { a: false }, true],
    ["{ $.a IS FALSE }", {}, false],
    ["{ $.a IS NULL }", { a: null }, true],
    ["{ $.a IS NULL }", {}, false],
    ["{ $.a NOT EXISTS }", {}, true],
    ["{ $.a NOT EXISTS }", { a: null }, false],
    ['{ $.a.b[0] = "x" }', { a: { b: ["x", "y"] } }, true],
    ['{ $.a.b[1] = "x" }', { a: { b: ["x", "y"] } }, false],
    ['{ $.a.b[0] = "x" }', { a: { b: { 0: "x" } } }, false],
    ['{ $.a[*] = "y" }', { a: ["x", "y"] }, true],
    ["{ $.*.b = 1 }", { a: { b: 1 } }, true],
    ['{ $["a.b"] = 1 }', { "a.b": 1 }, true],
    // An object or an array can't be compared.
    ['{ $.a = "*" }', { a: { b: "x" } }, false],
    ['{ $.a != "x" }', { a: ["y"] }, false],
    ["{ $.a NOT EXISTS }", { a: {} }, false],
    // && before ||, parentheses before both.
    ["{ $.a = 1 || $.b = 1 && $.c = 1 }", { a: 1, b: 0, c: 0 }, true],
    ["{ ($.a = 1 || $.b = 1) && $.c = 1 }", { a: 1, b: 0, c: 0 }, false],
    ["{ ($.a = 1) && ($.b >= 3 || $.c IS TRUE) }", { a: 1, b: 0, c: true }, true],
    // Inherited properties don't count.
    ["{ $.constructor NOT EXISTS }", {}, true],
  ])("%s of %j is %s", (pattern, line, expected) => {
    expect(matches(pattern, JSON.stringify(line))).toBe(expected);
  });

  it.each(["ERROR x", "", '"x"', "7", "{", "2026-11-22 {}"])("matches no line that is not an object: %s", (line) => {
    expect(matches("{ $.a NOT EXISTS }", line)).toBe(false);
  });

  it("matches an object after white space", () => {
    expect(matches("{ $.a = 1 }", ' \t{ "a": 1 }')).toBe(true);
  });

  it("does not read JSON inside a string, in which form the runtime writes strings from console", () => {
    const line = JSON.stringify({ level: "INFO", message: JSON.stringify({ message: "send_left_to_reconcile" }) });
    expect(matches('{ $.message = "send_left_to_reconcile" }', line)).toBe(false);
  });

  it.each([
    "",
    "ERROR",
    "?a ?b",
    "[a, b]",
    "$.a = 1",
    "{ }",
    "{ $.a }",
    "{ a = 1 }",
    "{ $.a == 1 }",
    "{ $.a EXISTS }",
    "{ $.a IS NOT NULL }",
    "{ $.a IS 1 }",
    '{ $.a > "x" }',
    '{ $.a = "x }',
    "{ $.a = 1 } x",
    "{ $.a = 1 & $.b = 1 }",
    "{ ($.a = 1 }",
    "{ $.a = 12ab }",
    "{ $.a = %(% }",
    "{ $.a[*].* = 1 }",
    "{ $.*.a = 1 || $.*.b = 1 || $.*.c = 1 || $.*.d = 1 }",
    "{ $.a = %x% || $.b = %y% || $.c = %z% }",
    `{ $.a = "${"x".repeat(1_024)}" }`,
  ])("is rejected rather than guessed: %s", (pattern) => {
    expect(() => filterPattern(pattern)).toThrow();
  });

  it("compares any text and any number as it is written", () => {
    const text = fc.string().filter((value) => !value.includes("*"));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const quoted = one.replace(/[\\"]/g, "\\$&");
        expect(filterPattern(`{ $.a = "${quoted}" }`)({ a: other })).toBe(one === other);
        expect(filterPattern(`{ $.a != "${quoted}" }`)({ a: other })).toBe(one !== other);
      }),
    );
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (one, other) => {
        expect(filterPattern(`{ $.a >= ${one} }`)({ a: other })).toBe(other >= one);
      }),
    );
  });

  it("evaluates && and || by their logical values, at any depth", () => {
    const { tree } = fc.letrec<{ tree: Logic }>((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom<Logic>("a", "b", "c"),
        fc.tuple(fc.constantFrom("&&" as const, "||" as const), tie("tree"), tie("tree")),
      ),
    }));
    const written = (of: Logic): string =>
      typeof of === "string" ? `$.${of} IS TRUE` : `(${written(of[1])}) ${of[0]} (${written(of[2])})`;
    const value = (of: Logic, line: Readonly<Record<string, boolean>>): boolean => {
      if (typeof of === "string") return line[of] === true;
      return of[0] === "&&" ? value(of[1], line) && value(of[2], line) : value(of[1], line) || value(of[2], line);
    };
    const line = fc.record({ a: fc.boolean(), b: fc.boolean(), c: fc.boolean() });
    fc.assert(
      fc.property(tree, line, (of, given) => {
        const pattern = `{ ${written(of)} }`;
        fc.pre(pattern.length <= 1_024);
        expect(filterPattern(pattern)(given)).toBe(value(of, given));
      }),
    );
  });
});

type Logic = string | ["&&" | "||", Logic, Logic];
