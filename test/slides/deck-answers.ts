import type { OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import type { Provider } from "../../lambdas/slides/providers.ts";
import { PROVIDERS } from "../../lambdas/slides/providers.ts";
import type { DeckMetadata } from "../../lambdas/slides/readers/deck-metadata.ts";

/** A deck of one provider: the provider's answer, and the expected metadata. */
interface AnsweredDeck {
  readonly provider: Provider;
  readonly canonicalUrl: string;
  /** The address that must be requested. */
  readonly requestedAddress: RegExp;
  readonly answer: Partial<OutboundResponse>;
  readonly metadata: DeckMetadata;
}

const GOOGLE_ID = "1aBcDeFgHiJkLmNoPqRsTuVwXyZ_0123456789-abcde";
const SPEAKER_DECK_PLAYER = "https://speakerdeck.com/player/0123456789abcdef0123456789abcdef";
const DOCSWELL_PLAYER = "https://www.docswell.com/slide/ABC123/embed";

function json(body: unknown): Partial<OutboundResponse> {
  return { mediaType: "application/json", body: Buffer.from(JSON.stringify(body)) };
}

const DECKS: Readonly<Record<Provider, Omit<AnsweredDeck, "provider">>> = {
  speakerdeck: {
    canonicalUrl: "https://speakerdeck.com/alice/a-deck",
    requestedAddress: /^https:\/\/speakerdeck\.com\/oembed\.json\?url=https%3A%2F%2Fspeakerdeck\.com%2Falice%2Fa-deck$/,
    answer: json({
      type: "rich",
      version: 1,
      title: "A deck",
      author_name: "Alice",
      html: `<iframe src="${SPEAKER_DECK_PLAYER}"></iframe>`,
    }),
    metadata: { title: "A deck", authorName: "Alice", embedUrl: SPEAKER_DECK_PLAYER },
  },
  docswell: {
    canonicalUrl: "https://www.docswell.com/s/hanako/ABC123",
    requestedAddress:
      /^https:\/\/www\.docswell\.com\/service\/oembed\?url=https%3A%2F%2Fwww\.docswell\.com%2Fs%2Fhanako%2FABC123/,
    answer: json({ type: "rich", version: "1.0", title: "資料", author_name: "花子", url: DOCSWELL_PLAYER }),
    metadata: { title: "資料", authorName: "花子", embedUrl: DOCSWELL_PLAYER },
  },
  google_slides: {
    canonicalUrl: `https://docs.google.com/presentation/d/${GOOGLE_ID}`,
    requestedAddress: /^https:\/\/docs\.google\.com\/presentation\/d\/1aBc/,
    answer: {
      mediaType: "text/html",
      charset: "utf-8",
      body: Buffer.from("<html><head><title>計画 - Google スライド</title></head><body></body></html>"),
    },
    metadata: {
      title: "計画",
      authorName: null,
      embedUrl: `https://docs.google.com/presentation/d/${GOOGLE_ID}/embed`,
    },
  },
};

/** A deck of each provider. */
export const decks: readonly AnsweredDeck[] = PROVIDERS.map((provider) => ({ provider, ...DECKS[provider] }));
