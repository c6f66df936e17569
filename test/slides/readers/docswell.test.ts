import { describe, expect, it } from "vitest";
import type { FetchedResponse } from "../../../lambdas/slides/readers/deck-metadata.ts";
import { docswellRequest, readDocswell } from "../../../lambdas/slides/readers/docswell.ts";
import { response } from "../../shared/outbound/outbound-response.ts";

const DECK = "https://www.docswell.com/s/ab-cd/K9Q2XZ";
const EMBED = "https://www.docswell.com/slide/K9Q2XZ/embed";
const OTHER = "https://www.docswell.com/slide/AAAAAA/embed";

const iframe = (src: string) =>
  `<iframe src="${src}" allowfullscreen="true" class="docswell-iframe" width="620"></iframe>`;

const answer = {
  type: "rich",
  version: 1,
  provider_name: "ドクセル",
  provider_url: "https://www.docswell.com/",
  title: "はじめてのイベントソーシング",
  url: EMBED,
  author_name: "山田 花子",
  author_url: "https://www.docswell.com/user/ab-cd",
  html: iframe(EMBED),
  width: 620,
  height: 349,
};

const read = (body: unknown, changes: Partial<FetchedResponse> = {}, deck = DECK) =>
  readDocswell(response({ mediaType: "application/json", body: JSON.stringify(body), ...changes }), deck);

const metadata = {
  title: "はじめてのイベントソーシング",
  authorName: "山田 花子",
  embedUrl: EMBED,
};

describe("docswellRequest", () => {
  it("requests JSON from the oEmbed endpoint and fails on large answers", () => {
    expect(docswellRequest(DECK)).toMatchObject({
      url: "https://www.docswell.com/service/oembed?url=https%3A%2F%2Fwww.docswell.com%2Fs%2Fab-cd%2FK9Q2XZ&format=json",
      headers: { accept: "application/json" },
      maxBytes: 102_400,
      onTooLarge: "fail",
    });
  });

  it.each([
    ["https://www.docswell.com/service/oembed", true],
    ["https://docswell.com/service/oembed", true],
    ["http://www.docswell.com/service/oembed", false],
    ["https://www.docswell.com:8443/service/oembed", false],
    ["https://evildocswell.com/service/oembed", false],
  ])("follows a redirect to %s: %s", (target, follows) => {
    expect(docswellRequest(DECK).followRedirect(new URL(target))).toBe(follows);
  });
});

describe("readDocswell", () => {
  it.each([
    ["url and iframe agree", {}],
    ["the url alone is there", { html: undefined }],
    ["the iframe alone is there", { url: undefined }],
    ["the url is no text", { url: 5 }],
    ["the url is another site's", { url: "https://evil.example/slide/K9Q2XZ/embed" }],
    ["the url is another deck's", { url: OTHER }],
    ["the url can't be parsed", { url: "https://[broken" }],
    ["the iframe is another deck's", { html: iframe(OTHER) }],
    ["the first iframe is another deck's", { url: undefined, html: iframe(OTHER) + iframe(EMBED) }],
    ["both name a page", { url: `${EMBED}#p12`, html: iframe(`${EMBED}?x=1`) }],
    ["the iframe has no scheme", { url: undefined, html: iframe("//www.docswell.com/slide/K9Q2XZ/embed") }],
  ])("finds the player when %s", (_name, changes) => {
    expect(read({ ...answer, ...changes })).toEqual({ kind: "metadata", metadata });
  });

  it.each([
    ["another deck's", OTHER],
    ["on a host that looks alike", "https://evildocswell.com/slide/K9Q2XZ/embed"],
    ["on another port", "https://www.docswell.com:8443/slide/K9Q2XZ/embed"],
    ["the deck's page", DECK],
    ["longer than the form", `${EMBED}/more`],
    ["a script", "javascript:alert(1)"],
  ])("rejects a player that is %s", (_name, url) => {
    expect(read({ ...answer, url, html: iframe(url) })).toEqual({ kind: "permanent", code: "no_embed_url" });
  });

  it("rejects an embed URL for an address that is not canonical", () => {
    const url = "https://www.docswell.com/slide/k9q2xz/embed";
    expect(read({ ...answer, url }, {}, "https://www.docswell.com/s/ab-cd/k9q2xz")).toEqual({
      kind: "permanent",
      code: "no_embed_url",
    });
  });

  it("treats the provider's own 404 as permanent", () => {
    const body = { status: 404, errors: "Slide not found or private" };
    expect(read(body, { status: 404 })).toEqual({ kind: "permanent", code: "not_found" });
    expect(read(body)).toEqual({ kind: "permanent", code: "unexpected_type" });
  });

  it("treats a 503 as transient", () => {
    expect(read({}, { status: 503, retryAfterSeconds: 30 })).toEqual({
      kind: "transient",
      code: "upstream_error",
      retryAfterSeconds: 30,
    });
  });

  it("unescapes a title and an author that were escaped twice", () => {
    expect(read({ ...answer, title: "Q&amp;A: it&#39;s", author_name: "Ada &amp; Bob" })).toMatchObject({
      metadata: { title: "Q&A: it's", authorName: "Ada & Bob" },
    });
  });

  it("accepts an answer without a title and an author", () => {
    expect(read({ ...answer, title: "", author_name: null })).toEqual({
      kind: "metadata",
      metadata: { ...metadata, title: null, authorName: null },
      titleAbsence: "empty",
    });
  });
});
