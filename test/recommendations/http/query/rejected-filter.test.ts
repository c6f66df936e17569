import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COLUMNS } from "../../../../lambdas/recommendations/http/query/column.ts";
import { readFilter } from "../../../../lambdas/recommendations/http/query/filter.ts";
import { Rejected } from "../../../../lambdas/shared/http/rejected.ts";
import { anyCharacter } from "../../../any-character.ts";
import { runs } from "../../../load.ts";
import { NOW, rows } from "./filtered-rows.ts";

function refusal(filter: string): Rejected {
  try {
    readFilter(filter, NOW);
  } catch (error) {
    if (error instanceof Rejected) return error;
    throw error;
  }
  throw new Error(`The filter ${filter.slice(0, 60)} was not refused`);
}

describe("a filter is rejected", () => {
  it.each([
    // Syntax errors.
    "title",
    "title:",
    "title:''",
    "title:~''",
    "title:~garden",
    "title:'garden",
    'title:"garden"',
    "title:garden notes",
    "title:x1+",
    "title:x1,",
    "+title:x1",
    ",",
    "()",
    "(title:x1",
    "title:x1)",
    "title:[]",
    "title:[x1",
    "title :x1",
    "title:x1 url:x1",
    "title:--x1",
    "title=x1",
    "url:https://garden.example/",
    "title:>~'x'",
    "{}",
    '{"title":"x"}',
    "title:x1\nurl",
    // Fields.
    "count.clicks:1",
    "count.clicks:>1",
    "own:x1",
    "Title:x1",
    "__proto__:x1",
    "constructor:x1",
    "toString:x1",
    "prototype.x:x1",
    "__proto__.title:x1",
    "yg:x1",
    "yg:null",
    "yg:[x1,x2]",
    "yg:-x1",
    "(yg:x1)",
    "title:x1+yg:x1",
    "title:x1,__proto__:null",
    "(title:x1+(url:x1,__proto__:-x1))",
    // Operators that the field does not have.
    "one_click_subscribe:<=true",
    "created_at:<=null",
    // Values that the field does not have.
    "title:[x1,false]",
    "title:now-1d",
    "title:1.5",
    "title:12345678901234567890",
    "one_click_subscribe:'true'",
    "one_click_subscribe:yes",
    "created_at:>2026-11",
    "created_at:>'2026-02-30'",
    "created_at:>yesterday",
    "created_at:>now",
    "created_at:true",
    "created_at:>now-1d-1d",
    "created_at:>now-1x",
    "created_at:>now-999999999y",
    "created_at:>now+99999999999999999999s",
  ])("%s", (filter) => {
    expect(refusal(filter)).toMatchObject({ status: 400, code: "invalid_filter" });
  });

  it("with the allowed fields, or the place of the syntax error", () => {
    expect(refusal("own:x1").message).toBe(
      `This filter can't be used. It can't be by own; it can be by ${[...COLUMNS.keys()].join(", ")}.`,
    );
    expect(refusal('title:x1,url:"x"').message).toContain("at character 14");
  });

  it.each([
    ["It has more than 2000 characters.", `title:'${"x".repeat(1_993)}'`],
    ["It has more than 50 comparisons.", Array(51).fill("title:'x'").join("+")],
    ["Its parentheses are nested deeper than 50.", `${"(".repeat(51)}id:'1a'${")".repeat(51)}`],
    ["Put 007 in single quotes: only whole numbers are read without.", "title:007"],
    ["title has one value: it can't be compared with several at once.", "title:[x1+x2]"],
    ["one_click_subscribe is true or false: it has no parts.", "one_click_subscribe:~'1'"],
    ["one_click_subscribe can't be more or less than true or false.", "one_click_subscribe:>0"],
    ["title can't be more or less than null.", "title:>null"],
    ["title is compared with a text; put it in single quotes.", "title:true"],
    ["one_click_subscribe is compared with true or false.", "one_click_subscribe:2"],
    ["created_at is compared with a date such as '2026-11-20', '2026-11-20T03:00:00Z' or now-30d.", "created_at:2026"],
  ])("with its reason: %s", (reason, filter) => {
    const message = `This filter can't be used. ${reason}`;
    expect(refusal(filter)).toMatchObject({ status: 400, code: "invalid_filter", message });
  });

  it("for the depth of its parentheses, not for their number", () => {
    expect(rows.some(readFilter(Array(30).fill("((title:'nobody'))").join(","), NOW))).toBe(false);
  });

  it.each([
    { name: "parentheses, 990 deep", filter: `${"(".repeat(990)}id:'1a'${")".repeat(990)}` },
    { name: "2,000 opened", filter: "(".repeat(2_000) },
    { name: "2,000 brackets", filter: "title:".padEnd(2_000, "[") },
    { name: "a million characters", filter: "(".repeat(1_000_000) },
    { name: "unfinished backslashes", filter: `title:${"\\^".repeat(990)}(` },
    { name: "endless digits", filter: `title:${"1".repeat(1_990)}-(` },
  ])("of any size, too: $name", ({ filter }) => {
    expect(refusal(filter)).toMatchObject({ status: 400, code: "invalid_filter" });
  });

  it("or applied, for any text, and never throws another error", () => {
    const word = fc.constantFrom(
      ..."title url created_at one_click_subscribe __proto__ yg : ~ ~^ ~$ - > >= < ( ) [ ] + , ' \\ now-1d null true 1 'x' x1 $".split(
        " ",
      ),
    );
    const filters = fc.oneof(
      fc.array(word, { maxLength: 12 }).map((words) => words.join("")),
      fc.string({ unit: anyCharacter }).map((text) => `title:~'${text}'`),
    );
    fc.assert(
      fc.property(filters, (filter) => {
        try {
          expect(typeof rows.map(readFilter(filter, NOW))[0]).toBe("boolean");
        } catch (error) {
          expect(error).toMatchObject({ name: "Rejected", status: 400, code: "invalid_filter" });
        }
      }),
      runs(500),
    );
  });
});
