import type { ReadingOutcome } from "./deck-metadata.ts";
import { isAllowedEmbedUrl } from "./deck-metadata.ts";
import type { Provider } from "./deck-url.ts";

/** A Google deck's metadata: all but the title follows from its canonical URL. */
export function googleSlidesMetadata(
  canonicalUrl: string,
  found: { readonly title: string } | { readonly titleAbsence: string },
): ReadingOutcome {
  const embedUrl = `${canonicalUrl}/embed`;
  if (!isAllowedEmbedUrl("google_slides", embedUrl)) return { kind: "permanent", code: "no_embed_url" };
  const rest = { authorName: null, thumbnailUrl: null, embedUrl };
  if ("title" in found) return { kind: "metadata", metadata: { title: found.title, ...rest } };
  return { kind: "metadata", metadata: { title: null, ...rest }, titleAbsence: found.titleAbsence };
}

/**
 * The outcome for a deck whose provider gave no answer in any attempt: metadata without a title where the URL alone gives
 * the embed URL, else a permanent failure. In a file without readers, since reconcile's function needs no parser.
 *
 * @param code why there was no answer
 */
export function metadataWithoutAnswer(
  deck: { readonly provider: Provider; readonly canonicalUrl: string },
  code: string,
): ReadingOutcome {
  if (deck.provider === "google_slides") return googleSlidesMetadata(deck.canonicalUrl, { titleAbsence: code });
  return { kind: "permanent", code };
}
