/** What every part of the product knows about a provider of slide decks. */
export interface DeckProvider {
  readonly names: { readonly en: string; readonly ja: string };
  /** The hosts of the addresses that a person may paste. */
  readonly hosts: readonly string[];
  /** Host and path below which everything concerns slides; without one, everything of the first host does. */
  readonly place?: string;
  /** Host, path and query of what most probably is a deck's page. */
  readonly page: RegExp;
  /** The page's address, as the console shows it to a person. */
  readonly example: string;
  /** The player's address: the only origin and the only form that is stored and put into a frame. Ids have no promised length. */
  readonly player: { readonly origin: string; readonly path: RegExp };
}

const RECORDS = {
  speakerdeck: {
    names: { en: "Speaker Deck", ja: "Speaker Deck" },
    hosts: ["speakerdeck.com", "www.speakerdeck.com"],
    page: /^(?:www\.)?speakerdeck\.com\/[^/]+\/[^/]+/,
    example: "https://speakerdeck.com/user/deck",
    player: { origin: "https://speakerdeck.com", path: /^\/player\/[0-9a-f]{1,64}$/ },
  },
  docswell: {
    names: { en: "Docswell", ja: "ドクセル" },
    hosts: ["docswell.com", "www.docswell.com"],
    page: /^(?:www\.)?docswell\.com\/s\/[^/]+\/[^/]+/,
    example: "https://www.docswell.com/s/user/ABC123",
    player: { origin: "https://www.docswell.com", path: /^\/slide\/[A-Z0-9]{1,32}\/embed$/ },
  },
  google_slides: {
    names: { en: "Google Slides", ja: "Google スライド" },
    // Drive opens files of all kinds by their ids.
    hosts: ["docs.google.com", "drive.google.com"],
    place: "docs.google.com/presentation",
    page: /^docs\.google\.com\/[^?]*\bpresentation\/(?:[^?]*\bd\/|[^?]*\?(?:.*&)?id=)/,
    example: "https://docs.google.com/presentation/d/…",
    player: {
      origin: "https://docs.google.com",
      path: /^\/presentation\/d\/(?:[\w-]{25,}|e\/2PACX-[\w-]+)\/embed$/,
    },
  },
} satisfies Readonly<Record<string, DeckProvider>>;

/** The id of a provider, as the API has it. */
export type Provider = keyof typeof RECORDS;

/**
 * The providers whose decks can be saved, by their ids. A new one has its record here, its addresses in `deck-url.ts`, its
 * reader in `readers/` and `fetch-metadata.ts`, a public deck in `lib/cli/doctor/live/deck-checks.ts` and its simulation in
 * `lib/local/sites/slide-sites.ts`; all else follows.
 */
export const DECK_PROVIDERS: Readonly<Record<Provider, DeckProvider>> = RECORDS;

export const PROVIDERS = Object.keys(RECORDS) as readonly Provider[];

/** Whether an address has the form of this provider's player. */
export function isPlayer(provider: Provider, url: string): boolean {
  const { origin, path } = DECK_PROVIDERS[provider].player;
  return url.startsWith(origin) && path.test(url.slice(origin.length));
}
