import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFilter } from "../../../../lambdas/recommendations/http/query/filter.ts";
import { sampleRecommendation } from "../../sample-recommendations.ts";
import { NOW, rows } from "./filtered-rows.ts";

/** The ids that a filter finds, joined without separators. */
function found(filter: string): string {
  return rows
    .filter(readFilter(filter, NOW))
    .map(({ id }) => id.slice(0, 1))
    .join("");
}

describe("a filter with Ghost's field names", () => {
  it.each([
    ["featuredImage:null", "featured_image:null", "134"],
    ["featuredImage:~'cover'", "featured_image:~'cover'", "2"],
    ["oneClickSubscribe:true", "one_click_subscribe:true", "13"],
    ["createdAt:>'2026-11-01'", "created_at:>'2026-11-01'", "1"],
    ["updatedAt:-null+title:~'garden'", "updated_at:-null+title:~'garden'", "1"],
  ])("%s finds what %s finds", (ghost, wire, ids) => {
    expect(found(wire)).toBe(ids);
    expect(found(ghost)).toBe(ids);
  });
});

describe("a filter finds", () => {
  it.each([
    // All rows.
    ["", "1234"],
    ["   ", "1234"],
    // Equality of texts: ignores case, respects accents, compares whole texts.
    ["title:'Garden Notes'", "1"],
    ["title:'garden notes'", "1"],
    ["title:'GARDEN NOTES'", "1"],
    ["title:Garden", ""],
    ["title:'Garden'", ""],
    ["title:'été à la mer σας'", "3"],
    ["title:'Ete a la mer ΣΑΣ'", ""],
    ["description:'garden notes'", "2"],
    ["description:'It\\'s about (mostly) roses'", "1"],
    ["url:'https://garden.example/blog/?ref=x'", "1"],
    ["favicon:'https://garden.example/icon.png'", "1"],
    ["id:2b", "2"],
    ["id:'2B'", "2"],
    ["excerpt:日本語の庭", "4"],
    // A number may be a title, and so may a keyword of the language.
    ["title:1984", "2"],
    ["title:'1984'", "2"],
    ["title:-1984", "134"],
    ["title:'null'", "4"],
    ["title:null", ""],
    // Null equals only null.
    ["description:null", "4"],
    ["description:-null", "123"],
    ["updated_at:null", "24"],
    ["updated_at:-null", "13"],
    ["one_click_subscribe:null", ""],
    ["one_click_subscribe:-null", "1234"],
    // Booleans.
    ["one_click_subscribe:true", "13"],
    ["one_click_subscribe:TRUE", "13"],
    ["one_click_subscribe:false", "24"],
    ["one_click_subscribe:-true", "24"],
    ["one_click_subscribe:1", "13"],
    ["one_click_subscribe:0", "24"],
    ["one_click_subscribe:-[true,null]", "24"],
    // Parts of texts, in which no character has a special meaning.
    ["title:~'den'", "1"],
    ["title:~'DEN'", "1"],
    ["description:~'notes'", "2"],
    ["url:~'garden'", "1"],
    ["url:~'ref=x'", "1"],
    ["url:~'/'", "1234"],
    ["excerpt:~'0%'", "1"],
    ["excerpt:~'語の'", "4"],
    ["description:~'(mostly)'", "1"],
    ["description:~'\\'s'", "1"],
    ["description:~'.*'", ""],
    ["description:~'[x]'", "3"],
    ["description:~'^$'", "3"],
    ["description:~'a\\b'", "3"],
    ["title:~'ς'", "3"],
    ["title:~^'garden'", "1"],
    ["title:~^'notes'", ""],
    ["title:~$'NOTES'", "1"],
    ["title:~$'garden'", ""],
    ["description:~^'^'", ""],
    ["description:~$'x]'", "3"],
    ["description:~$'$'", ""],
    ["favicon:~$'.png'", "1"],
    ["featured_image:~^'https://b.'", "2"],
    // Lists.
    ["id:[1a,3c]", "13"],
    ["id:-[1a,3c]", "24"],
    ["id:['1a','3c','9z']", "13"],
    ["title:[1984,'garden notes']", "12"],
    ["description:[null,'garden notes']", "24"],
    ["description:-[null,'garden notes']", "13"],
    // Comparisons.
    ["title:>'h'", "34"],
    ["title:>='GARDEN NOTES'", "134"],
    ["title:<'garden notes'", "2"],
    ["title:<='garden notes'", "12"],
    ["description:>'a'", "123"],
    ["description:<'zzz'", "123"],
    // Dates: a day is its first moment, in any form.
    ["created_at:>2026-11-01", "1"],
    ["created_at:>=2026-11-01", "12"],
    ["created_at:<2026-11-01", "34"],
    ["created_at:<='2026-11-01'", "234"],
    ["created_at:2026-11-01", "2"],
    ["created_at:'2026-11-01'", "2"],
    ["created_at:2026-11-01T00:00:00.000Z", "2"],
    ["created_at:'2026-11-01 00:00:00'", "2"],
    ["created_at:-'2026-11-01 00:00:00'", "134"],
    ["created_at:['2026-11-01 00:00:00',2026-11-20T02:00:00Z]", "12"],
    ["created_at:>'2026-11-20 01:59:59'", "1"],
    ["created_at:>'2026-11-20 02:00:00'", ""],
    ["created_at:>='2026-11-20 02:00:00'", "1"],
    ["created_at:<'2026-11-20 02:00:01'", "1234"],
    ["created_at:>now-30d", "12"],
    ["created_at:>now-1h", ""],
    ["created_at:>=now-1h", "1"],
    ["created_at:>now-61m", "1"],
    ["created_at:>now-3601s", "1"],
    ["created_at:<now-1w", "234"],
    ["created_at:>=now-1y", "1234"],
    ["created_at:now-1y", "4"],
    ["created_at:>now-1y", "123"],
    ["created_at:<now+1d", "1234"],
    ["created_at:>now-9M+one_click_subscribe:true", "1"],
    ["updated_at:<now-1M", "3"],
    ["updated_at:<2027-01-01", "13"],
    ["updated_at:>2000-01-01", "13"],
    ["created_at:~'2026-11'", "12"],
    ["created_at:~^'2025'", "4"],
    ["created_at:-~^'2026'", "4"],
    ["updated_at:~'2026'", "13"],
    // Combinations: AND before OR, parentheses at any depth.
    ["one_click_subscribe:true+title:~'mer'", "3"],
    ["id:1a,id:2b", "12"],
    ["id:1a,id:2b+title:~'x'", "1"],
    ["(id:1a,id:2b)+title:~'19'", "2"],
    ["title:~'19'+(id:1a,id:2b)", "2"],
    ["((id:1a,id:2b))+title:~'19'", "2"],
    ["(((id:1a)))", "1"],
    ["(id:1a+title:~'x'),(id:2b+(title:1984,title:1985))", "2"],
    ["id:1a+(id:1a+(id:1a+(id:1a,id:2b)))", "1"],
    [" id:1a , id:2b ", "12"],
    [`${"(".repeat(50)}id:'1a'${")".repeat(50)}`, "1"],
    ["title:~'((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((('", ""],
  ])("by %s the rows %s", (filter, ids) => {
    expect(found(filter)).toBe(ids);
  });

  it("of 2,000 characters, which is the limit", () => {
    const filter = `id:'1a',title:'${"x".repeat(2_000)}`;
    expect(found(`${filter.slice(0, 1_999)}'`)).toBe("1");
  });

  it("with line ends in its texts", () => {
    const row = sampleRecommendation({ id: "5", excerpt: "a/b\nc\r\u2028d" });
    for (const part of ["b\nc", "c\r\u2028d", "/b\n"]) {
      expect(readFilter(`excerpt:~'${part}'`, NOW)(row)).toBe(true);
    }
    expect(readFilter("excerpt:~'bnc'", NOW)(row)).toBe(false);
    expect(readFilter("excerpt:~'b\\nc'", NOW)(row)).toBe(false);
  });
});

describe("any filter", () => {
  // Without quotes and backslashes: their escapes are tested above.
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }).filter((part) => !/['"\\]/.test(part));
  const plain = fc.oneof(
    fc.tuple(fc.constantFrom("title", "description", "excerpt", "url"), fc.constantFrom("", "~", "~^", "~$"), text),
    fc.tuple(fc.constantFrom("title", "description"), fc.constant(""), fc.constantFrom("garden notes", "1984", "null")),
  );
  const one = plain.map(([field, operator, value]) => `${field}:${operator}'${value}'`);

  it("finds, negated, exactly the other rows", () => {
    fc.assert(
      fc.property(plain, ([field, operator, value]) => {
        const yes = found(`${field}:${operator}'${value}'`);
        const no = found(`${field}:-${operator}'${value}'`);
        expect([...yes, ...no].sort().join("")).toBe("1234");
      }),
    );
  });

  it("finds with + the intersection, with a comma the union", () => {
    fc.assert(
      fc.property(one, one, (left, right) => {
        const both = [...found(left)].filter((id) => found(right).includes(id)).join("");
        const either = [...new Set(found(left) + found(right))].sort().join("");
        expect(found(`${left}+${right}`)).toBe(both);
        expect(found(`(${left}),(${right})`)).toBe(either);
      }),
    );
  });

  it("finds a text by itself, its parts, its beginning and its end, in any case", () => {
    fc.assert(
      fc.property(text, text, text, (before, value, after) => {
        const whole = `${before}${value}${after}`;
        const row = sampleRecommendation({ id: "5", title: whole });
        const filters = [
          `:'${whole}'`,
          `:~'${value}'`,
          `:~^'${before}'`,
          `:~$'${after}'`,
          `:~'${value.toUpperCase()}'`,
        ];
        expect(filters.filter((filter) => !readFilter(`title${filter}`, NOW)(row))).toEqual([]);
      }),
    );
  });
});

it("finds a letter that has two small forms in either", () => {
  const matches = readFilter("title:~'ΣΟΦΟΣ'", NOW);
  for (const title of ["σοφοσ", "σοφος", "Σοφοσύνη"]) {
    expect(matches(sampleRecommendation({ id: "a", title }))).toBe(true);
  }
});
