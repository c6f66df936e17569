import { isPlayer } from "../providers.ts";
import type { DeckRequest, FetchedResponse, ReadingOutcome } from "./deck-metadata.ts";
import { iframeTargets, oEmbedMetadata, oEmbedRequest, readOEmbed } from "./oembed.ts";

const HOST = "speakerdeck.com";
const ORIGIN = `https://${HOST}`;

/** The request for a Speaker Deck deck's title, author and player. The path contains the format. */
export function speakerDeckRequest(canonicalUrl: string): DeckRequest {
  return oEmbedRequest(`${ORIGIN}/oembed.json?url=${encodeURIComponent(canonicalUrl)}`, [HOST]);
}

function playerUrl(target: URL): string | null {
  if (target.host !== HOST) return null;
  const id = /^\/player\/([0-9A-Fa-f]+)$/.exec(target.pathname)?.[1]?.toLowerCase();
  const embedUrl = `${ORIGIN}/player/${id}`;
  return isPlayer("speakerdeck", embedUrl) ? embedUrl : null;
}

/**
 * Reads the response to `speakerDeckRequest`. The permanent code of this reader is `no_embed_url`. The provider's HTML is
 * not stored.
 */
export function readSpeakerDeck(response: FetchedResponse, _canonicalUrl: string): ReadingOutcome {
  const reading = readOEmbed(response);
  if (reading.kind !== "answer") return reading;
  for (const target of iframeTargets(reading.answer, ORIGIN)) {
    const embedUrl = playerUrl(target);
    if (embedUrl !== null) return oEmbedMetadata(reading.answer, embedUrl);
  }
  return { kind: "permanent", code: "no_embed_url" };
}
