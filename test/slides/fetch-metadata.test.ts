import { describe, expect, it } from "vitest";
import { deckFrameAddress } from "../../console/slides/deck-frame-address.ts";
import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundFetch, OutboundRequest, OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { parseDeckUrl } from "../../lambdas/slides/deck-url.ts";
import { fetchMetadata } from "../../lambdas/slides/fetch-metadata.ts";
import { metadataWithoutAnswer } from "../../lambdas/slides/readers/deck-metadata.ts";
import { socketError } from "../emulators/socket-errors.ts";
import { response } from "../shared/outbound/outbound-response.ts";
import { decks } from "./deck-answers.ts";

function failing(error: unknown): OutboundFetch {
  return async () => {
    throw error;
  };
}

describe("fetchMetadata", () => {
  it.each(decks)("sends one request to $provider and reads its response", async (deck) => {
    const requests: OutboundRequest[] = [];
    const outcome = await fetchMetadata(deck, async (request) => {
      requests.push(request);
      return response(deck.answer);
    });
    expect(outcome).toEqual({ kind: "metadata", metadata: deck.metadata });
    expect(requests).toHaveLength(1);
    expect(String(requests[0]?.url)).toMatch(deck.requestedAddress);
  });

  it.each(decks)("of $provider has a player that the console shows, at the deck's own address", (deck) => {
    const { provider, canonicalUrl, metadata } = deck;
    expect(parseDeckUrl(canonicalUrl)).toEqual({ ok: true, provider, canonicalUrl });
    expect(deckFrameAddress({ provider, embed_url: metadata.embedUrl })).toBe(metadata.embedUrl);
  });

  it.each(decks)("gives $provider ten seconds and a limit in bytes", async (deck) => {
    let requested: OutboundRequest | undefined;
    await fetchMetadata(deck, async (request) => {
      requested = request;
      return response(deck.answer);
    });
    expect(requested?.timeoutMs).toBe(10_000);
    expect(requested?.maxBytes).toBeLessThanOrEqual(512 * 1024);
    expect(requested?.followRedirect?.(new URL("https://elsewhere.example/"), 302)).toBe(false);
  });

  it.each(decks)("treats a failure of the network for $provider as transient, and throws a bug", async (deck) => {
    const outcome = await fetchMetadata(
      deck,
      failing(new OutboundError("network", "detail", { cause: socketError("cut") })),
    );
    expect(outcome).toEqual({ kind: "transient", code: "network", retryAfterSeconds: null });
    const bug = new TypeError("a bug");
    await expect(fetchMetadata(deck, failing(bug))).rejects.toBe(bug);
  });

  describe("of a deck published to the web", () => {
    const published = {
      provider: "google_slides",
      canonicalUrl: "https://docs.google.com/presentation/d/e/2PACX-1vAbCdEfGhIjKlMnOpQrStUv",
    } as const;
    const [, , google] = decks;

    /** The requested addresses, in order, when the canonical address answers `first` and any other `second`. */
    async function requested(
      first: Partial<OutboundResponse>,
      second: Partial<OutboundResponse> = google?.answer ?? {},
    ) {
      const urls: string[] = [];
      const outcome = await fetchMetadata(published, async ({ url }) => {
        urls.push(String(url));
        return response(urls.length === 1 ? first : second);
      });
      return { outcome, urls };
    }

    it("looks for its title under /pub when its address does not exist", async () => {
      const { outcome, urls } = await requested({ status: 404 });
      expect(urls).toEqual([published.canonicalUrl, `${published.canonicalUrl}/pub`]);
      expect(outcome).toMatchObject({ kind: "metadata", metadata: { title: "計画" } });
    });

    it("sends one request when its address exists", async () => {
      const { outcome, urls } = await requested(google?.answer ?? {});
      expect(urls).toEqual([published.canonicalUrl]);
      expect(outcome).toMatchObject({ metadata: { title: "計画", embedUrl: `${published.canonicalUrl}/embed` } });
    });

    it("fails transiently when the second response does", async () => {
      const { outcome } = await requested({ status: 404 }, { status: 503, retryAfterSeconds: 7 });
      expect(outcome).toMatchObject({ kind: "transient", retryAfterSeconds: 7 });
    });

    it("has no title when neither page exists", async () => {
      const { outcome, urls } = await requested({ status: 404 }, { status: 404 });
      expect(urls).toHaveLength(2);
      expect(outcome).toMatchObject({ kind: "metadata", metadata: { title: null }, titleAbsence: "not_found" });
    });
  });

  it.each(decks)(
    "fails for good for $provider after an answer that is too large, unless the address is enough",
    async (deck) => {
      const outcome = await fetchMetadata(deck, failing(new OutboundError("too_large", "detail")));
      expect(outcome).toEqual(
        deck.provider === "google_slides"
          ? { kind: "metadata", metadata: { ...deck.metadata, title: null }, titleAbsence: "too_large" }
          : { kind: "permanent", code: "too_large" },
      );
    },
  );
});

describe("metadataWithoutAnswer", () => {
  it.each(decks)("gives, for $provider, the outcome without any answer", (deck) => {
    expect(metadataWithoutAnswer(deck, "timeout")).toEqual(
      deck.provider === "google_slides"
        ? { kind: "metadata", metadata: { ...deck.metadata, title: null }, titleAbsence: "timeout" }
        : { kind: "permanent", code: "timeout" },
    );
  });
});
