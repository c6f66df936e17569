import type { OutboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { failureOfError } from "../shared/outbound/request-failure.ts";
import type { Provider } from "./deck-url.ts";
import type { DeckRequest, FetchedResponse, ReadingOutcome } from "./readers/deck-metadata.ts";
import { metadataWithoutAnswer } from "./readers/deck-metadata.ts";
import { docswellRequest, readDocswell } from "./readers/docswell.ts";
import { googleSlidesRequest, publishedSlidesRequest, readGoogleSlides } from "./readers/google-slides.ts";
import { readSpeakerDeck, speakerDeckRequest } from "./readers/speakerdeck.ts";

/** A provider: the request for a deck, and the reader of its response. */
interface DeckSource {
  readonly request: (canonicalUrl: string) => DeckRequest;
  readonly read: (response: FetchedResponse, canonicalUrl: string) => ReadingOutcome;
  /** The request for another page of the deck, if the first one does not exist; null if there is none. */
  readonly otherRequest?: (canonicalUrl: string) => DeckRequest | null;
}

const SOURCES: Readonly<Record<Provider, DeckSource>> = {
  speakerdeck: { request: speakerDeckRequest, read: readSpeakerDeck },
  docswell: { request: docswellRequest, read: readDocswell },
  google_slides: {
    request: googleSlidesRequest,
    read: readGoogleSlides,
    otherRequest: publishedSlidesRequest,
  },
};

/** Milliseconds for a provider's response, redirects and body included. */
const PROVIDER_TIMEOUT_MS = 10_000;

/** Requests a deck's metadata from its provider once. Network errors are returned as outcomes, not thrown. */
export async function fetchMetadata(
  deck: { readonly provider: Provider; readonly canonicalUrl: string },
  fetch: OutboundFetch,
): Promise<ReadingOutcome> {
  const source = SOURCES[deck.provider];
  try {
    const send = async (request: DeckRequest) =>
      source.read(await fetch({ ...request, timeoutMs: PROVIDER_TIMEOUT_MS }), deck.canonicalUrl);
    const outcome = await send(source.request(deck.canonicalUrl));
    const missing = outcome.kind === "metadata" && outcome.titleAbsence === "not_found";
    const other = missing ? (source.otherRequest?.(deck.canonicalUrl) ?? null) : null;
    return other === null ? outcome : await send(other);
  } catch (error) {
    const failure = failureOfError(error);
    return failure.kind === "transient" ? failure : metadataWithoutAnswer(deck, failure.code);
  }
}
