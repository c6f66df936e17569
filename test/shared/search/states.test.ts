import { expect, it } from "vitest";
import { STATES, statesOf } from "../../../lambdas/shared/search/states.ts";

const DUPLICATE = "https://blog.example/";

it.each([
  ["pending", null, ["pending"]],
  ["processing", null, ["pending"]],
  ["saving", null, ["pending"]],
  ["retrying", DUPLICATE, ["pending", "duplicate"]],
  ["done", null, []],
  ["done", DUPLICATE, ["duplicate"]],
  ["done", null, ["gone"], "2026-05-12T03:00:00.000Z"],
  ["ready", undefined, []],
  ["failed", null, ["failed"]],
])("a search may ask for an item that is %s, duplicate of %s, by %j", (status, duplicate_of, states, gone_at?) => {
  expect(statesOf({ status, duplicate_of, gone_at, unread: false })).toEqual(states);
  expect(STATES).toEqual(expect.arrayContaining(states));
});

it.each([
  [undefined, []],
  [null, []],
  [0.02, []],
  [0.021, ["begun"]],
  [0.949, ["begun"]],
  [0.95, []],
])("an item with the place %s of the text has the states %j", (progress, states) => {
  const place = progress == null ? progress : { block: 1, offset: 0, progress, at: "2026-05-12T03:00:00.000Z" };
  expect(statesOf({ status: "done", unread: false, place })).toEqual(states);
});

it("an item is unread and has no star until it is marked", () => {
  expect(statesOf({ status: "done" })).toEqual(["unread"]);
  expect(statesOf({ status: "done", unread: true, starred: false })).toEqual(["unread"]);
  expect(statesOf({ status: "done", unread: false, starred: true })).toEqual(["starred"]);
});
