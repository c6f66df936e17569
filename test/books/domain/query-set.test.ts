import { describe, expect, it } from "vitest";
import type { Cursor } from "../../../lambdas/books/domain/job.ts";
import { presentCursor, querySetHash, searchText, shortHash } from "../../../lambdas/books/domain/query-set.ts";
import { sampleCursor } from "../sample-jobs.ts";

describe("querySetHash", () => {
  it("is the SHA-256 of the queries in order, a line each", () => {
    // printf 'architecture\nsystem design' | sha256sum
    expect(querySetHash(["system design", "architecture"])).toBe(
      "bc1d3fae0bd64051184f4f0769b94100bf101842070c53f679c164c6ad11ccd4",
    );
  });

  it.each([
    ["order", ["system design", "architecture"]],
    ["white space around", ["  architecture\n", "\tsystem design"]],
    ["runs of white space", ["architecture", "system \u3000\n design"]],
  ])("does not depend on %s", (_name, queries) => {
    expect(querySetHash(queries)).toBe(querySetHash(["architecture", "system design"]));
  });

  it.each([
    ["the case of letters", ["Architecture", "system design"]],
    ["how often a query is there", ["architecture", "architecture", "system design"]],
    ["where one query ends", ["architecture system design"]],
  ])("depends on %s", (_name, queries) => {
    expect(querySetHash(queries)).not.toBe(querySetHash(["architecture", "system design"]));
  });

  it("sorts by code units on every machine, and does not change the caller's list", () => {
    const queries = Object.freeze(["é", "z", "Z", "あ"]);
    expect(querySetHash(queries)).toBe(querySetHash(["Z", "z", "é", "あ"]));
    expect(searchText(queries)).toBe("Z OR z OR é OR あ");
  });
});

it("finds the cursor of a job's present queries", () => {
  const [old, present] = [["bees"], ["birds"]].map((queries) => ({
    ...sampleCursor(40),
    querySetHash: querySetHash(queries),
  })) as [Cursor, Cursor];
  expect(presentCursor({ queries: [" birds "], cursors: [old, present] })).toBe(present);
  expect(presentCursor({ queries: ["cats"], cursors: [old, present] })).toBeUndefined();
});

it("shows the first 16 digits of a hash in logs", () => {
  expect(shortHash(querySetHash(["architecture", "system design"]))).toBe("bc1d3fae0bd64051");
});

describe("searchText", () => {
  it.each([
    [["architecture"], "architecture"],
    [["b", "a"], "a OR b"],
    [["system design", "architecture"], "architecture OR (system design)"],
    [["  system \n design "], "(system design)"],
    [["a", "a"], "a OR a"],
    [["a", " ", ""], "a"],
    [[""], ""],
    [[], ""],
  ])("joins %j as %j", (queries, search) => {
    expect(searchText(queries)).toBe(search);
  });

  it.each([
    ['intitle:"clean code"'],
    ["subject:fiction inauthor:doe"],
    ["design inauthor:doe"],
    ["design INPUBLISHER:x"],
    ["design -inpublisher:x"],
    ["isbn:9784000000000 x"],
    ["lccn:1 x"],
    ["oclc:1 x"],
    ['"domain driven" design'],
    ["cats OR dogs"],
    ["(cats dogs)"],
    ["jaguar -car"],
    ["-car jaguar"],
  ])("keeps %j unchanged: it has an operator", (query) => {
    expect(searchText([query, "zoo"])).toBe([query, "zoo"].sort().join(" OR "));
  });

  it.each([
    ["cats or dogs"],
    ["ORACLE FOR all"],
    ["state-of-the-art design"],
    ["design - build"],
    ["intitle clean"],
    ["title: subtitle"],
    ["on-subject: design"],
    ["xisbn:1 y"],
  ])("finds no operator in %j", (query) => {
    expect(searchText([query])).toBe(`(${query})`);
  });
});
