import { describe, expect, it } from "vitest";
import { deckFrameAddress } from "../../../console/slides/deck-frame-address.ts";
import { PROVIDERS } from "../../../lambdas/slides/providers.ts";

const PLAYERS = [
  ["speakerdeck", "https://speakerdeck.com/player/31f86a9069ae0132dede22511952b5a3"],
  ["speakerdeck", "https://speakerdeck.com/player/4"],
  ["speakerdeck", `https://speakerdeck.com/player/${"a".repeat(64)}`],
  ["docswell", "https://www.docswell.com/slide/59VDWM/embed"],
  ["docswell", `https://www.docswell.com/slide/${"K".repeat(32)}/embed`],
  ["google_slides", "https://docs.google.com/presentation/d/1abcdefghijklmnopqrstuvwxyz0/embed"],
  ["google_slides", "https://docs.google.com/presentation/d/e/2PACX-1vAbc_d/embed"],
] as const;

const OTHERS = [
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "http://speakerdeck.com/player/31f86a9069ae0132dede22511952b5a3",
  "https://speakerdeck.com.evil.example/player/31f86a9069ae0132dede22511952b5a3",
  "https://speakerdeck.com@evil.example/player/31f86a9069ae0132dede22511952b5a3",
  "https://speakerdeck.com/player/31f86a9069ae0132dede22511952b5a3/../../x",
  "https://speakerdeck.com/player/31f86a9069ae0132dede22511952b5a3\n",
  "https://speakerdeck.com/player/31f86a9069ae0132dede22511952b5a3?autoplay=1",
  `https://speakerdeck.com/player/${"a".repeat(65)}`,
  "https://www.docswell.com/slide/59VDWM/embed#x",
  `https://www.docswell.com/slide/${"K".repeat(33)}/embed`,
  "https://docs.google.com/presentation/d/1abcdefghijklmnopqrstuvwxyz0/edit",
  " https://www.docswell.com/slide/59VDWM/embed",
] as const;

describe("the address in a deck's frame", () => {
  it.each(PLAYERS)("is the player of %s", (provider, url) => {
    expect(deckFrameAddress({ provider, embed_url: url })).toBe(url);
  });

  it.each(OTHERS)("is never %s", (url) => {
    for (const provider of PROVIDERS) expect(deckFrameAddress({ provider, embed_url: url })).toBe(null);
  });

  it("is of the deck's own provider", () => {
    for (const [itsOwn, url] of PLAYERS) {
      for (const provider of PROVIDERS.filter((other) => other !== itsOwn)) {
        expect(deckFrameAddress({ provider, embed_url: url })).toBe(null);
      }
    }
    expect(deckFrameAddress({ provider: "docswell", embed_url: null })).toBe(null);
  });
});
