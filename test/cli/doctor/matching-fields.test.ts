import { describe, expect, it } from "vitest";
import { lineWith, ownLogLine } from "../../../lib/cli/doctor/stage/log-line.ts";
import { matchingFields } from "../../../lib/cli/doctor/stage/matching-fields.ts";

describe("the fields that a pattern requires", () => {
  it.each<[string, Record<string, unknown>]>([
    ['{ $.message = "a_code" }', { message: "a_code" }],
    ['{ ($.message = "a") && ($.replayed IS TRUE) }', { message: "a", replayed: true }],
    [
      '{ ($.message = "a") && ($.retrying IS FALSE) && ($.code != "b") }',
      { message: "a", retrying: false, code: "not b" },
    ],
    ['{ (($.message = "a") && ($.n = 5)) || ($.message = "b") }', { message: "a", n: 5 }],
    ["{ ($.a.b >= 3) && ($.c > 1) && ($.d < 1) && ($.e IS NULL) }", { "a.b": 3, c: 2, d: 0, e: null }],
    ['{ ($.message = "x*") && ($.gone NOT EXISTS) }', { message: "xany", gone: undefined }],
    ['  {$.status = "429" } ', { status: "429" }],
    ["{ ($.n != 5) && ($.m <= 7) && ($.word = word) }", { n: 6, m: 7, word: "word" }],
  ])("of %s", (pattern, expected) => {
    expect(Object.fromEntries(matchingFields(pattern) ?? [])).toEqual(expected);
  });

  it.each([
    ...["ERROR", "[ip, user, status = 5*]", '{ $.message = "a', "{ ($.a = 1) ) }", '{ $.a = "unclosed }'],
    ...["{ $.a = 1 )", "( $.a = 1 }", "{ $.a = }", "{ }"],
  ])("are unknown for %s", (pattern) => {
    expect(matchingFields(pattern)).toBeUndefined();
  });
});

describe("a line with other fields", () => {
  const fields = new Map<string, string | boolean>([
    ["message", "wanted"],
    ["replayed", true],
  ]);

  it("keeps the fields that the runtime adds", () => {
    const plain = { timestamp: "t", level: "WARN", requestId: "r", message: "some_code", queue: "q" };
    expect(JSON.parse(lineWith(JSON.stringify(plain), fields) ?? "")).toEqual({
      ...plain,
      message: "wanted",
      replayed: true,
    });

    const nested = { timestamp: "t", message: { message: "some_code", queue: "q" } };
    expect(JSON.parse(lineWith(JSON.stringify(nested), fields) ?? "")).toEqual({
      timestamp: "t",
      message: { message: "wanted", queue: "q", replayed: true },
    });

    const escaped = { timestamp: "t", message: JSON.stringify({ message: "some_code" }) };
    const line = JSON.parse(lineWith(JSON.stringify(escaped), fields) ?? "");
    expect(line).toEqual({ timestamp: "t", message: '{"message":"wanted","replayed":true}' });
  });

  it.each([
    "START RequestId: 1",
    '{"time":"t","type":"platform.report","record":{}}',
    '{"message":"Some words"}',
    '{"message":{"message":"Some words"}}',
    '{"message":null}',
    '{"message":5}',
    ...["null", "5"],
    "[1]",
  ])("is not made from %s, which is not our format", (line) => {
    expect(lineWith(line, fields)).toBeUndefined();
  });

  it("sets fields below others, which stay, and replaces values that are not objects", () => {
    const below = new Map([
      ["detail.code", "a"],
      ["text.code", "b"],
      ["new.code", "c"],
    ]);
    const line = { message: "some_code", detail: { host: "h", code: "z" }, text: "words" };
    expect(JSON.parse(lineWith(JSON.stringify(line), below) ?? "")).toEqual({
      message: "some_code",
      detail: { host: "h", code: "a" },
      text: { code: "b" },
      new: { code: "c" },
    });
  });

  it("has some code where the pattern names none", () => {
    const line = JSON.parse(ownLogLine(new Map([["level", "ERROR"]]), new Date("2026-11-20T03:00:00.000Z")));
    expect(line).toEqual({ level: "ERROR", timestamp: "2026-11-20T03:00:00.000Z", message: "example" });
  });

  it("has our log's format if a function has written nothing", () => {
    const line = JSON.parse(ownLogLine(fields, new Date("2026-11-20T03:00:00.000Z")));
    expect(line).toEqual({ level: "WARN", timestamp: "2026-11-20T03:00:00.000Z", message: "wanted", replayed: true });
  });
});
