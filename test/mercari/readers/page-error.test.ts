import { describe, expect, it } from "vitest";
import { errorOfStatus, isChallenge, isOtherThanHtml, pageError } from "../../../lambdas/mercari/readers/page-error.ts";
import type { SourcedPage } from "../../../lambdas/mercari/readers/sourced-page.ts";

function page(changes: Partial<SourcedPage> = {}): SourcedPage {
  return { url: "https://jp.mercari.com/", status: 200, headers: {}, html: "", retryAfterSeconds: null, ...changes };
}

it.each([
  [undefined, false],
  ["", false],
  ["text/html", false],
  [" Text/HTML ; charset=utf-8", false],
  ["application/xhtml+xml", false],
  ["text/html2", true],
  ["x text/html", true],
  ["text/plain; x=text/html", true],
  ["application/xhtmlxxml", true],
])("the type %j is another than HTML: %s", (type, isOther) => {
  expect(isOtherThanHtml(page({ headers: type === undefined ? {} : { "content-type": type } }))).toBe(isOther);
});

describe("a bot challenge", () => {
  it.each([
    [{ headers: { "cf-mitigated": "challenge" } }, true],
    [{ headers: { "cf-mitigated": "block" } }, false],
    [{ html: "<script>window._cf_chl_opt={}</script>" }, true],
    [{ html: "<div id=challenge-form>" }, true],
    [{ html: '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js">' }, true],
    [{ html: "<title>\n Just a moment...</title>" }, true],
    [{ html: "<p>Just a moment...</p>" }, false],
    [{ html: '<script src="/cdn-cgi/challenge-platform/x.js">' }, false],
  ])("is %j: %s", (changes, isOne) => {
    expect(isChallenge(page(changes))).toBe(isOne);
  });
});

describe("the error of a page", () => {
  it.each([
    ["http_error", 503, true],
    ["http_error", 404, false],
    ["truncated", 200, true],
    ["blocked", 503, false],
    ["unrecognized", 503, false],
  ] as const)("%s with status %i may be cured by an early retry: %s", (errorKind, status, transient) => {
    expect(pageError(errorKind, page({ status, retryAfterSeconds: 7 }))).toEqual({
      kind: "error",
      errorKind,
      transient,
      retryAfterSeconds: 7,
    });
  });

  const challenge = { headers: { "cf-mitigated": "challenge" } };

  it.each([
    [403, {}, "blocked"],
    [500, challenge, "blocked"],
    [429, challenge, "blocked"],
    [429, {}, "rate_limited"],
    [500, {}, "http_error"],
    [200, challenge, null],
  ])("with status %i and %j is %s", (status, changes, errorKind) => {
    const refused = errorOfStatus(page({ status, ...changes }), (answered) => answered === 200);
    expect(refused?.errorKind ?? null).toBe(errorKind);
  });
});
