import type { OutboundFetch } from "../shared/outbound/outbound-fetch.ts";
import type { RequestFailure } from "../shared/outbound/request-failure.ts";
import { failureOfError, failureOfStatus } from "../shared/outbound/request-failure.ts";
import { parseDeckUrl } from "./deck-url.ts";
import type { Provider } from "./providers.ts";
import { DECK_PROVIDERS } from "./providers.ts";
import type { DeckRequest, FetchedResponse, ReadingOutcome } from "./readers/deck-metadata.ts";
import { metadataWithoutAnswer, staysOn } from "./readers/deck-metadata.ts";
import { docswellRequest, readDocswell } from "./readers/docswell.ts";
import { googleSlidesRequest, publishedSlidesRequest, readGoogleSlides } from "./readers/google-slides.ts";
import { readSpeakerDeck, speakerDeckRequest } from "./readers/speakerdeck.ts";

/** A provider: the request for a deck, and the reader of its response. */
interface DeckSource {
  readonly request: (canonicalUrl: string) => DeckRequest;
  readonly read: (response: FetchedResponse, canonicalUrl: string) => ReadingOutcome;
  /** The request for another page of the deck, if the first one does not exist; null if there is none. */
  readonly otherRequest?: (canonicalUrl: string) => DeckRequest | null;
  /** Whether the page of a renamed deck redirects to the new address, which the oEmbed answer does not say. */
  readonly hasRenamedDecks: boolean;
}

const SOURCES: Readonly<Record<Provider, DeckSource>> = {
  speakerdeck: { request: speakerDeckRequest, read: readSpeakerDeck, hasRenamedDecks: true },
  docswell: { request: docswellRequest, read: readDocswell, hasRenamedDecks: true },
  google_slides: {
    request: googleSlidesRequest,
    read: readGoogleSlides,
    otherRequest: publishedSlidesRequest,
    hasRenamedDecks: false,
  },
};

/** Milliseconds for a provider's response, redirects and body included. */
const PROVIDER_TIMEOUT_MS = 10_000;
/** Milliseconds for the redirects of a deck's page, whose body is not read. */
const PAGE_TIMEOUT_MS = 5_000;

/** Codes of a deck that is not, or no longer, at its address. */
const NOT_THERE = new Set(["not_found", "gone"]);

/**
 * The canonical URL to which a deck's page redirects, within its provider; null when the page is at its own address, or
 * nowhere. A failure that a retry may cure is returned.
 */
async function renamed(
  { provider, canonicalUrl }: { readonly provider: Provider; readonly canonicalUrl: string },
  fetch: OutboundFetch,
): Promise<string | null | RequestFailure> {
  const page = await fetch({
    url: canonicalUrl,
    headers: { accept: "text/html" },
    timeoutMs: PAGE_TIMEOUT_MS,
    maxBytes: 0,
    followRedirect: (target) => staysOn(target, DECK_PROVIDERS[provider].hosts),
    skipBody: () => true,
  });
  const failure = failureOfStatus(page);
  if (failure !== null) return failure.kind === "transient" ? failure : null;
  const deck = parseDeckUrl(page.url.href);
  return deck.ok && deck.provider === provider && deck.canonicalUrl !== canonicalUrl ? deck.canonicalUrl : null;
}

/**
 * Requests a deck's metadata from its provider once, and that of a renamed deck under the address to which its page
 * redirects. Network errors are returned as outcomes, not thrown.
 */
export async function fetchMetadata(
  deck: { readonly provider: Provider; readonly canonicalUrl: string },
  fetch: OutboundFetch,
): Promise<ReadingOutcome> {
  const source = SOURCES[deck.provider];
  try {
    const send = async (request: DeckRequest, canonicalUrl = deck.canonicalUrl) =>
      source.read(await fetch({ ...request, timeoutMs: PROVIDER_TIMEOUT_MS }), canonicalUrl);
    const outcome = await send(source.request(deck.canonicalUrl));
    if (outcome.kind === "permanent" && NOT_THERE.has(outcome.code) && source.hasRenamedDecks) {
      const movedTo = await renamed(deck, fetch);
      if (movedTo === null) return outcome;
      if (typeof movedTo !== "string") return movedTo;
      const found = await send(source.request(movedTo), movedTo);
      return found.kind === "metadata" ? { ...found, movedTo } : found;
    }
    const missing = outcome.kind === "metadata" && outcome.titleAbsence === "not_found";
    const other = missing ? (source.otherRequest?.(deck.canonicalUrl) ?? null) : null;
    return other === null ? outcome : await send(other);
  } catch (error) {
    const failure = failureOfError(error);
    return failure.kind === "transient" ? failure : metadataWithoutAnswer(deck, failure.code);
  }
}
