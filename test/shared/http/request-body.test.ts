import { describe, expect, it } from "vitest";
import { Rejected } from "../../../lambdas/shared/http/rejected.ts";
import { bodyBytes, parseBody } from "../../../lambdas/shared/http/request-body.ts";

const LIMIT = 65_536;

/** The rejection, as status and code; undefined without one. */
function refusal(act: () => unknown): [number, string] | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof Rejected) return [error.status, error.code];
    throw error;
  }
}

function plain(body: string, headers: Record<string, string> = { "content-type": "application/json" }) {
  return { headers, body, isBase64Encoded: false };
}

describe("bodyBytes", () => {
  it("counts bytes, not characters: 64 KiB are accepted, one more byte is not", () => {
    expect(bodyBytes(plain("a".repeat(LIMIT)))).toHaveLength(LIMIT);
    expect(refusal(() => bodyBytes(plain("a".repeat(LIMIT + 1))))).toEqual([413, "body_too_large"]);
    expect(refusal(() => bodyBytes(plain("あ".repeat(LIMIT / 3 + 1))))).toEqual([413, "body_too_large"]);
  });

  it("counts the decoded bytes of a base64 body", () => {
    const encoded = (length: number) => ({
      headers: {},
      body: Buffer.alloc(length, "a").toString("base64"),
      isBase64Encoded: true,
    });
    expect(bodyBytes(encoded(LIMIT))).toHaveLength(LIMIT);
    expect(refusal(() => bodyBytes(encoded(LIMIT + 1)))).toEqual([413, "body_too_large"]);
  });

  it("is empty without a body", () => {
    expect(bodyBytes({ headers: {}, isBase64Encoded: false })).toHaveLength(0);
  });
});

describe("parseBody of a form", () => {
  const FORM = "application/x-www-form-urlencoded";
  const read = (body: string, type: string | undefined = FORM, isBase64Encoded = false) => {
    const event = { headers: type === undefined ? {} : { "content-type": type }, body, isBase64Encoded };
    return parseBody(event, bodyBytes(event), FORM);
  };

  it.each<[string, object]>([
    ["", {}],
    ["a=1&b=2", { a: "1", b: "2" }],
    ["a=%E3%81%82+b%2Bc", { a: "あ b+c" }],
    ["a=1&a=2&a=3", { a: ["1", "2", "3"] }],
    ["a", { a: "" }],
    ["a=https://a.example/?x=1", { a: "https://a.example/?x=1" }],
    ["a=%zz", { a: "%zz" }],
  ])("parses %j", (body, expected) => {
    expect(read(body)).toEqual(expected);
    expect(read(Buffer.from(body).toString("base64"), FORM, true)).toEqual(expected);
  });

  it("treats every name as data", () => {
    expect(Object.entries(read("__proto__=x&constructor=y") as object)).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
  });

  it.each([`${FORM}; charset=utf-8`, "Application/X-WWW-Form-Urlencoded"])("accepts %s", (type) => {
    expect(read("a=1", type)).toEqual({ a: "1" });
  });

  it.each(["application/json", "text/plain", "multipart/form-data; boundary=x", "", `${FORM}x`])(
    "rejects a body declared as %j",
    (type) => {
      expect(refusal(() => read("a=1", type))).toEqual([415, "unsupported_media_type"]);
    },
  );
});

describe("parseBody of JSON", () => {
  const read = (body: string, headers?: Record<string, string>) => {
    const event = plain(body, headers);
    return parseBody(event, bodyBytes(event));
  };

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/json ;charset=UTF-8",
    "application/merge-patch+json",
  ])("accepts %s", (mediaType) => {
    expect(read('{"a":"あ"}', { "content-type": mediaType })).toEqual({ a: "あ" });
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "text/json; application/json",
    "multipart/form-data",
    "",
  ])("rejects a body declared as %j", (mediaType) => {
    expect(refusal(() => read("{}", { "content-type": mediaType }))).toEqual([415, "unsupported_media_type"]);
  });

  it("rejects a body without a declared type", () => {
    expect(refusal(() => read("{}", {}))).toEqual([415, "unsupported_media_type"]);
  });

  it("replaces half a surrogate pair by U+FFFD, and keeps whole ones", () => {
    const body = '{"a":["\\ud800 \\uDC00b",{"c":"\\ud83d\\ude00\\uD83D"}],"n":1,"z":null}';
    expect(read(body)).toEqual({ a: ["\ufffd \ufffdb", { c: "\u{1f600}\ufffd" }], n: 1, z: null });
  });

  it("leaves out a byte order mark before it, and keeps one within a text", () => {
    expect(read('\ufeff{"a":"\ufeffb"}')).toEqual({ a: "\ufeffb" });
    expect(refusal(() => read("\ufeff"))).toEqual([400, "invalid_json"]);
    expect(refusal(() => read("\ufeff\ufeff{}"))).toEqual([400, "invalid_json"]);
  });

  it.each(["", "{", "nope", '{"a":1}{"b":2}', "{'a':1}", "undefined"])("rejects %j as no JSON", (body) => {
    expect(refusal(() => read(body))).toEqual([400, "invalid_json"]);
  });

  it("rejects a missing body as no JSON, with any declared type", () => {
    expect(refusal(() => read("", {}))).toEqual([400, "invalid_json"]);
  });
});
