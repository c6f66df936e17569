import { describe, expect, it } from "vitest";
import { deckAddressProblem, looksLikeDeck } from "../../client/addresses/deck-address.ts";
import { parseDeckUrl } from "../../lambdas/slides/deck-url.ts";

const DECKS = [
  "https://speakerdeck.com/jnunemaker/atom",
  "http://www.speakerdeck.com/jnunemaker/atom/",
  "https://speakerdeck.com/u/jnunemaker/p/atom",
  "https://www.docswell.com/s/takai/59VDWM-new-features",
  "https://docswell.com/s/takai/59VDWM/3",
  "https://docs.google.com/presentation/d/1abcdefghijklmnopqrstuvwxyz0/edit#slide=id.p",
  "https://docs.google.com/a/example.com/presentation/d/1abcdefghijklmnopqrstuvwxyz0",
  "https://docs.google.com/presentation/d/e/2PACX-1vAbc/pub?start=false",
  "https://docs.google.com/presentation/embed?id=1abcdefghijklmnopqrstuvwxyz0&start=false",
  "https://docs.google.com/presentation/pub?start=true&id=1abcdefghijklmnopqrstuvwxyz0",
  "https://docs.google.com/a/example.com/presentation/present?id=1abcdefghijklmnopqrstuvwxyz0",
  "\u3000https://speakerdeck.com/jnunemaker/atom\n",
];

describe("an address of a deck", () => {
  it.each(DECKS)("is not refused before it is sent, and recognised when it is shared: %s", (address) => {
    expect(parseDeckUrl(address).ok).toBe(true);
    expect(deckAddressProblem(address)).toBe(null);
    expect(looksLikeDeck(address)).toBe(true);
  });

  it.each([
    ["", "invalid_url"],
    ["speakerdeck.com/jnunemaker/atom", "invalid_url"],
    ["ftp://speakerdeck.com/jnunemaker/atom", "unsupported_scheme"],
    ["javascript:alert(1)", "unsupported_scheme"],
    ["https://drive.google.com/file/d/1abcdefghijklmnopqrstuvwxyz0/view", "unsupported_provider"],
    ["https://www.slideshare.net/a/b", "unsupported_provider"],
    ["https://speakerdeck.com.evil.example/a/b", "unsupported_provider"],
  ])("%s is refused on the device as the API would: %s", (address, code) => {
    expect(deckAddressProblem(address)).toBe(code);
    expect(parseDeckUrl(address)).toMatchObject({ ok: false, code });
    expect(looksLikeDeck(address)).toBe(false);
  });

  it("of Drive is taken as a deck's where a deck is asked for, and shared as a bookmark, since it may be any file", () => {
    const address = "https://drive.google.com/open?id=1abcdefghijklmnopqrstuvwxyz0";
    expect([deckAddressProblem(address), parseDeckUrl(address).ok, looksLikeDeck(address)]).toEqual([
      null,
      true,
      false,
    ]);
  });

  it.each([
    "https://speakerdeck.com/jnunemaker",
    "https://www.docswell.com/user/takai",
    "https://docs.google.com/document/d/1abc/edit",
  ])("another page of the same site is shared as a bookmark: %s", (address) => {
    expect(looksLikeDeck(address)).toBe(false);
  });
});
