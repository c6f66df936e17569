import { describe, expect, it } from "vitest";
import type { FetchedResponse } from "../../../lambdas/slides/readers/deck-metadata.ts";
import { readSpeakerDeck, speakerDeckRequest } from "../../../lambdas/slides/readers/speakerdeck.ts";
import { response } from "../../shared/outbound/outbound-response.ts";

const DECK = "https://speakerdeck.com/jdoe/event-sourcing-101";
const HEX = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
const EMBED = `https://speakerdeck.com/player/${HEX}`;

const iframe = (src: string) =>
  `<iframe id="talk_frame_1" class="speakerdeck-iframe" src="${src}" width="710"></iframe>`;

const answer = {
  type: "rich",
  version: "1.0",
  provider_name: "Speaker Deck",
  provider_url: "https://speakerdeck.com/",
  title: "Event sourcing 101",
  author_name: "Jane Doe",
  author_url: "https://speakerdeck.com/jdoe",
  html: iframe(EMBED),
  width: 710,
  height: 399,
  ratio: 1.7777777777777777,
};

function read(answer: unknown, changes: Partial<FetchedResponse> = {}) {
  const body = typeof answer === "string" ? answer : JSON.stringify(answer);
  return readSpeakerDeck(response({ mediaType: "application/json", charset: "utf-8", body, ...changes }), DECK);
}
const metadata = { title: "Event sourcing 101", authorName: "Jane Doe", embedUrl: EMBED };

describe("speakerDeckRequest", () => {
  it("requests the oEmbed endpoint and fails on large answers", () => {
    expect(speakerDeckRequest(DECK)).toMatchObject({
      url: "https://speakerdeck.com/oembed.json?url=https%3A%2F%2Fspeakerdeck.com%2Fjdoe%2Fevent-sourcing-101",
      headers: { accept: "application/json" },
      maxBytes: 102_400,
      onTooLarge: "fail",
    });
    expect(speakerDeckRequest(DECK)).not.toHaveProperty("stopReading");
  });

  it.each([
    ["https://speakerdeck.com/oembed.json?url=x", true],
    ["http://speakerdeck.com/oembed.json?url=x", false],
    ["https://speakerdeck.com:8443/oembed.json", false],
    ["https://user@speakerdeck.com/oembed.json", false],
    ["https://:secret@speakerdeck.com/oembed.json", false],
    ["https://www.speakerdeck.com/oembed.json", false],
    ["https://speakerdeck.com.evil.example/", false],
    ["https://169.254.169.254/", false],
  ])("follows a redirect to %s: %s", (target, follows) => {
    expect(speakerDeckRequest(DECK).followRedirect(new URL(target))).toBe(follows);
  });
});

describe("readSpeakerDeck", () => {
  it("reads title, author and player, and drops everything else", () => {
    expect(read(answer)).toEqual({ kind: "metadata", metadata });
  });

  it.each([
    ["a number", 1],
    ["a text without its fraction", "1"],
    ["null", null],
    ["missing", undefined],
  ])("accepts a version that is %s", (_name, version) => {
    expect(read({ ...answer, version })).toEqual({ kind: "metadata", metadata });
  });

  it("accepts 1.0 as a number, a byte order mark and unknown fields of any type", () => {
    const body = JSON.stringify({ ...answer, cache_age: [], ratio: "wide" });
    expect(read(`\ufeff${body.replace('"1.0"', "1.0")}`)).toEqual({ kind: "metadata", metadata });
  });

  it.each([
    ["https://files.example/1.jpg", { pictureUrl: "https://files.example/1.jpg" }],
    ["javascript:alert(1)", {}],
    [["https://files.example/1.jpg"], {}],
  ])("has the thumbnail %j as its picture, if it is a web address", (thumbnail_url, picture) => {
    expect(read({ ...answer, thumbnail_url })).toEqual({ kind: "metadata", metadata, ...picture });
  });

  it.each([["text/json"], ["application/vnd.oembed+json"]])("accepts %s as JSON", (mediaType) => {
    expect(read(answer, { mediaType })).toMatchObject({ kind: "metadata" });
  });

  it.each([["text/html"], ["text/plain"], ["text/xml"], ["application/jsonp"], [""]])("rejects %j", (mediaType) => {
    expect(read(answer, { mediaType })).toEqual({ kind: "permanent", code: "not_json" });
  });

  it.each([
    [404, "not_found"],
    [206, "unexpected_status"],
    [301, "unexpected_redirect"],
  ])("treats status %i as permanent: %s", (status, code) => {
    expect(read(answer, { status, retryAfterSeconds: 5 })).toEqual({ kind: "permanent", code });
  });

  it.each([
    [429, "rate_limited"],
    [503, "upstream_error"],
  ])("treats status %i as transient: %s", (status, code) => {
    expect(read("busy", { status, mediaType: "text/html", retryAfterSeconds: 120 })).toEqual({
      kind: "transient",
      code,
      retryAfterSeconds: 120,
    });
    expect(read("busy", { status })).toEqual({ kind: "transient", code, retryAfterSeconds: null });
  });

  it.each([
    ["an empty body", "", "malformed_json"],
    ["a cut body", JSON.stringify(answer).slice(0, -5), "malformed_json"],
    ["HTML that is called JSON", "<!doctype html><title>x</title>", "malformed_json"],
    ["a list", [answer], "unexpected_type"],
    ["null", "null", "unexpected_type"],
    ["a text", '"rich"', "unexpected_type"],
    ["a link", { ...answer, type: "link" }, "unexpected_type"],
    ["no type", { ...answer, type: undefined }, "unexpected_type"],
    ["another version", { ...answer, version: "2.0" }, "unexpected_version"],
    ["no html", { ...answer, html: undefined }, "no_embed_url"],
    ["html that is no text", { ...answer, html: { src: EMBED } }, "no_embed_url"],
    ["html without an iframe", { ...answer, html: `<a href="${EMBED}">deck</a>` }, "no_embed_url"],
    ["a player in url alone", { ...answer, html: "", url: EMBED }, "no_embed_url"],
  ])("rejects %s permanently", (_name, body, code) => {
    expect(read(body)).toEqual({ kind: "permanent", code });
  });

  it.each([
    [`//speakerdeck.com/player/${HEX}`],
    [`/player/${HEX}`],
    [`http://speakerdeck.com/player/${HEX}`],
    [`${EMBED}?slide=3&amp;autoplay=1#x`],
    [`https://speakerdeck.com/player/${HEX.toUpperCase()}`],
    [`https:&#x2F;&#47;speakerdeck.com/player/${HEX}`],
  ])("finds the player in %s", (src) => {
    expect(read({ ...answer, html: iframe(src) })).toEqual({ kind: "metadata", metadata });
  });

  it.each([
    [`https://evilspeakerdeck.com/player/${HEX}`],
    [`https://speakerdeck.com.evil.example/player/${HEX}`],
    [`https://speakerdeck.com@evil.example/player/${HEX}`],
    [`https://speakerdeck.com:8443/player/${HEX}`],
    [`https://www.speakerdeck.com/player/${HEX}`],
    [`https://speakerdeck.com/player/${HEX}/extra`],
    [`https://speakerdeck.com/jdoe/player/${HEX}`],
    [`https://speakerdeck.com/PLAYER/${HEX}`],
    ["https://speakerdeck.com/player/"],
    [`https://speakerdeck.com/player/${"a".repeat(65)}`],
    ["https://speakerdeck.com/player/zz1e2d3c4b5a69788796a5b4c3d2e1f0"],
    [`javascript:alert('/player/${HEX}')`],
    ["https://[broken"],
    [""],
  ])("does not store %j", (src) => {
    expect(read({ ...answer, html: iframe(src) })).toEqual({ kind: "permanent", code: "no_embed_url" });
  });

  it("uses the first iframe that is a player, and none in comments or scripts", () => {
    const other = EMBED.replace("0f1e", "ffff");
    const html = `<!-- ${iframe(other)} --><script>'${iframe(other)}'</script>${iframe("https://evil.example/")}<IFRAME SRC='${EMBED}'></IFRAME>${iframe(other)}`;
    expect(read({ ...answer, html })).toEqual({ kind: "metadata", metadata });
  });

  it("finds a player before a comment", () => {
    expect(read({ ...answer, html: `${iframe(EMBED)}<!-- end -->` })).toEqual({ kind: "metadata", metadata });
  });

  it("reads deeply nested html in linear time", () => {
    expect(read({ ...answer, html: "<div>".repeat(18_000) + iframe(EMBED) })).toEqual({ kind: "metadata", metadata });
  });

  it("cleans title and author", () => {
    const changed = { ...answer, title: " \u202eEvent\n sourcing\u0007 ", author_name: "" };
    expect(read(changed)).toMatchObject({ metadata: { title: "Event sourcing", authorName: null } });
  });

  it.each([
    ["missing", undefined],
    ["missing", 42],
    ["empty", "  \u200f "],
  ])("accepts an answer without a title: %s", (titleAbsence, title) => {
    expect(read({ ...answer, title })).toEqual({
      kind: "metadata",
      metadata: { ...metadata, title: null },
      titleAbsence,
    });
  });
});

it("tries again if the end of an answer is missing, and reads one of which only its coding's end is", () => {
  const cut = JSON.stringify(answer).slice(0, 40);
  expect(read(cut, { truncated: true })).toMatchObject({ kind: "transient", code: "network" });
  expect(read(cut)).toMatchObject({ kind: "permanent", code: "malformed_json" });
  expect(read(answer, { truncated: true })).toMatchObject({ kind: "metadata", metadata });
});
