import { isPlayer } from "../providers.ts";
import type { DeckRequest, FetchedResponse, ReadingOutcome } from "./deck-metadata.ts";
import { iframeTargets, oEmbedMetadata, oEmbedRequest, readOEmbed } from "./oembed.ts";

const HOST = "www.docswell.com";
const ORIGIN = `https://${HOST}`;

/** The request for a Docswell deck's title, author and player. */
export function docswellRequest(canonicalUrl: string): DeckRequest {
  const url = `${ORIGIN}/service/oembed?url=${encodeURIComponent(canonicalUrl)}&format=json`;
  return oEmbedRequest(url, [HOST, "docswell.com"]);
}

/**
 * Reads the response to `docswellRequest`. The permanent code of this reader is `no_embed_url`, also when the only player in
 * the answer belongs to another deck. The `url` field, which only this provider sends, is read first; the iframe is what
 * oEmbed specifies.
 */
export function readDocswell(response: FetchedResponse, canonicalUrl: string): ReadingOutcome {
  const reading = readOEmbed(response);
  if (reading.kind !== "answer") return reading;
  const { answer } = reading;
  const deckId = canonicalUrl.slice(canonicalUrl.lastIndexOf("/") + 1);
  const path = `/slide/${deckId}/embed`;
  const embedUrl = `${ORIGIN}${path}`;
  const isItsPlayer = (target: URL | null) => target?.host === HOST && target.pathname === path;
  const named = answer.url === null ? null : URL.parse(answer.url, ORIGIN);
  if (!isPlayer("docswell", embedUrl) || ![named, ...iframeTargets(answer, ORIGIN)].some(isItsPlayer)) {
    return { kind: "permanent", code: "no_embed_url" };
  }
  return oEmbedMetadata(answer, embedUrl);
}
