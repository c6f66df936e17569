import { describe, expect, it } from "vitest";
import { isJsonType, parseMediaType } from "../../../lambdas/shared/outbound/media-type.ts";

describe("parseMediaType", () => {
  it.each([
    ["text/html", "text/html", null],
    ["Text/HTML; Charset=UTF-8", "text/html", "utf-8"],
    ['text/html;charset="Shift_JIS"', "text/html", "shift_jis"],
    ['text/html; charset="utf\\-8"', "text/html", "utf-8"],
    [" text/html ;charset=euc-jp", "text/html", "euc-jp"],
    ['text/html; x="; charset=a"; charset=b', "text/html", "b"],
    ["text/html; charset=a; charset=b", "text/html", "a"],
    ["text/html; x=y;  Charset=utf-8", "text/html", "utf-8"],
    ['text/html; charset=" utf-8 "', "text/html", "utf-8"],
    ['text/html; charset="utf-8', "text/html", "utf-8"],
    ['text/html; charset="a\\"b"', "text/html", 'a"b'],
    ["text/html; charset =utf-8", "text/html", null],
    ["text/html; notcharset=a", "text/html", null],
    ["text/html; charset=", "text/html", null],
    ['text/html; charset=""', "text/html", null],
    ["text/html;", "text/html", null],
    ["application/activity+json; profile=x", "application/activity+json", null],
    ["", "", null],
    [undefined, "", null],
    ["text", "", null],
    ["text/", "", null],
    ["/html", "", null],
    ["text/html charset=utf-8", "", null],
    ["text/html, text/plain", "", null],
  ])("splits %j", (value, essence, charset) => {
    expect(parseMediaType(value)).toEqual({ essence, charset });
  });
});

describe("isJsonType", () => {
  it.each(["application/json", "text/json", "application/ld+json", "application/vnd.api+json", "model/gltf+json"])(
    "accepts %s",
    (essence) => {
      expect(isJsonType(essence)).toBe(true);
    },
  );

  it.each([
    "",
    "application/jsonp",
    "application/json-seq",
    "image/json",
    "a/b/c+json",
    "x application/json",
    "application/x+json5",
    "json",
    "+json",
    "text/html",
    "text/plain",
  ])("rejects %j", (essence) => {
    expect(isJsonType(essence)).toBe(false);
  });
});
