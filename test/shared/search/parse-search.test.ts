import { describe, expect, it } from "vitest";
import type { Condition } from "../../../lambdas/shared/search/parse-search.ts";
import { parseSearch } from "../../../lambdas/shared/search/parse-search.ts";

/** A condition as one would type it. */
function typed(condition: Condition): string {
  const { isExcluded, kind, ...value } = condition;
  return `${isExcluded ? "-" : ""}${kind}:${Object.values(value).join()}`;
}

const read = (q: string, timeZone?: string) => parseSearch(q, { timeZone }).conditions.map(typed);

describe("a search is read", () => {
  it.each<[q: string, conditions: string[]]>([
    ["tag:work", ["tag: work"]],
    ['tag:"Web Design" fox', ["tag: web design", "text: fox"]],
    ["fox tag:work", ["tag: work", "text: fox"]],
    ["site:Example.COM", ["site:example.com"]],
    ["site:東京.example", ["site:xn--1lqs71d.example"]],
    ["site:.example.com.", ["site:example.com"]],
    ["IS:Failed is:pending is:duplicate is:untagged", ["is:failed", "is:pending", "is:duplicate", "is:untagged"]],
    ["-fox", ["-text: fox"]],
    ['-"quick fox"', ["-text:quick fox"]],
    ["-tag:work -site:a.example -is:failed", ["-tag: work", "-site:a.example", "-is:failed"]],
    ["ｔａｇ：ｗｏｒｋ　－ｆｏｘ", ["tag: work", "-text: fox"]],
    ["after:２０２６-01-02", ["after:2026-01-02T00:00:00.000Z"]],
    ["a - b", ["text: a", "text:-", "text: b"]],
    ["a -- b", ["text: a", "text:--", "text: b"]],
    ["well-known --help", ["text: well- known", "-text: help"]],
    ["https://a.example/x note:this tags:x", ["text: https:// a. example/ x", "text: note: this", "text: tags: x"]],
    ["xtag:work", ["text: xtag: work"]],
    ['say"tag:x"', ["text: say", "text:tag: x"]],
    ['""', []],
  ])("%s", (q, conditions) => {
    expect([read(q), parseSearch(q).problems]).toEqual([conditions, []]);
  });

  it.each<[day: string, timeZone: string | undefined, time: string]>([
    ["2026-11-20", undefined, "2026-11-20T00:00:00.000Z"],
    ["2026-11-20", "Asia/Tokyo", "2026-11-19T15:00:00.000Z"],
    ["2026-11-20", "America/Los_Angeles", "2026-11-20T08:00:00.000Z"],
    ["2026-11-20", "Pacific/Kiritimati", "2026-11-19T10:00:00.000Z"],
    // Clocks went from midnight to one.
    ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
    ["2024-02-29", "Asia/Kathmandu", "2024-02-28T18:15:00.000Z"],
    ["9999-12-31", "UTC", "9999-12-31T00:00:00.000Z"],
  ])("with %s in %s from %s on", (day, timeZone, time) => {
    expect(read(`after:${day} before:${day}`, timeZone)).toEqual([`after:${time}`, `before:${time}`]);
  });
});

describe("a value that can't be read is named with its place:", () => {
  it.each<[q: string, parts: string[]]>([
    ["tag:", ["tag:"]],
    ['fox -tag:"" owl', ['-tag:""']],
    ["fox site:https://a.example/x", ["site:https://a.example/x"]],
    ["site:a.example/x", ["site:a.example/x"]],
    ["after:yesterday before:2026-02-30 after:2026-1-1", ["after:yesterday", "before:2026-02-30", "after:2026-1-1"]],
    ["𠮷 is:read", ["is:read"]],
  ])("%s", (q, parts) => {
    const { problems } = parseSearch(q);
    expect(problems.map(({ offset, length }) => q.slice(offset, offset + length))).toEqual(parts);
    expect(problems.map(({ operator }) => `${operator}:`)).toEqual(parts.map((part) => /\w+:/.exec(part)?.[0]));
  });
});
