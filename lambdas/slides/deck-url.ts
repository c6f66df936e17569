import { providerNames } from "./provider-names.ts";
import type { Provider } from "./providers.ts";
import { DECK_PROVIDERS, PROVIDERS } from "./providers.ts";

/** Why a pasted text is not the address of a deck. The codes are stable; clients may depend on them. */
export type DeckUrlRejection =
  | "invalid_url"
  | "unsupported_scheme"
  | "unsupported_provider"
  | "invalid_format"
  | "unsupported_url_type";

/**
 * Either the deck's only canonical https address, or a code and an English sentence that tells the user what to paste
 * instead.
 */
export type DeckUrl =
  | { ok: true; provider: Provider; canonicalUrl: string }
  | { ok: false; code: DeckUrlRejection; detail: string };

/** The longest pasted address in UTF-16 code units, after trimming. */
const MAX_LENGTH = 2048;

/** Matches the authority and the path in the text itself, since the URL parser rewrites both. */
const AUTHORITY_AND_PATH = /^https?:[\\/]*([^\\/?#]*)([^?#]*)/i;

const WHITE_SPACE_OR_CONTROL = /[\s\p{Cc}]/u;

const PASTE_A_WHOLE_ADDRESS = "Paste the whole address of the deck's page, starting with https://.";
const PASTE_A_SUPPORTED_DECK = `Paste the address of a deck on ${providerNames("en", { before: "or" })}.`;
const PASTE_A_SPEAKER_DECK =
  "Paste the address of the deck's page on Speaker Deck, like https://speakerdeck.com/user/deck-name.";
const PASTE_A_DOCSWELL_DECK =
  "Paste the address of the deck's page on Docswell, like https://www.docswell.com/s/user/ABC123-deck-name.";
const PASTE_A_GOOGLE_DECK =
  "Paste the address that Google Slides shows for the deck, like https://docs.google.com/presentation/d/{id}/edit, or its published link.";

function refuse(code: DeckUrlRejection, detail: string): DeckUrl {
  return { ok: false, code, detail };
}

// Speaker Deck has pages of its own at paths that look like a user's name.
const SPEAKER_DECK_PAGES = new Set([
  "c",
  "embed",
  "features",
  "p",
  "player",
  "search",
  "signin",
  "signout",
  "signup",
  "u",
]);

function speakerDeck(path: string): DeckUrl {
  if (/^\/(?:player|embed)\/[0-9a-f]+\/?$/i.test(path)) return refuse("unsupported_url_type", PASTE_A_SPEAKER_DECK);
  // Addresses of 2011 to 2013 have the form /u/{user}/p/{slug}.
  const match =
    /^\/u\/([A-Za-z0-9_-]+)\/p\/([A-Za-z0-9_-]+)\/?$/.exec(path) ??
    /^\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)\/?$/.exec(path);
  const [, user, slug] = match ?? [];
  if (user === undefined || SPEAKER_DECK_PAGES.has(user)) return refuse("invalid_format", PASTE_A_SPEAKER_DECK);
  return { ok: true, provider: "speakerdeck", canonicalUrl: `https://speakerdeck.com/${user}/${slug}` };
}

function docswell(path: string): DeckUrl {
  if (/^\/slide\/[A-Z0-9]{1,32}\/embed\/?$/.test(path)) return refuse("unsupported_url_type", PASTE_A_DOCSWELL_DECK);
  // Only the id identifies the deck: the slug changes with its title, and the number at the end is a page.
  const [, user, id] = /^\/s\/([A-Za-z0-9_-]+)\/([A-Z0-9]{1,32})(?:-[^/]+)?(?:\/\d+)?\/?$/.exec(path) ?? [];
  if (user === undefined) return refuse("invalid_format", PASTE_A_DOCSWELL_DECK);
  return { ok: true, provider: "docswell", canonicalUrl: `https://www.docswell.com/s/${user}/${id}` };
}

/** Any path of the Slides editor, well-formed or not; other editors are on the same host. */
const GOOGLE_SLIDES_AREA = /^(?:\/[au]\/[^/]+|\/)*\/presentation(?:\/|$)/;
const GOOGLE_PREFIX =
  /^(?:\/a\/[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)?(?:\/u\/\d+\/presentation|\/presentation\/u\/\d+|\/presentation)(?=\/d\/)/;

/** Paths of Google whose query names the deck: those from before 2013, which old pages embed, and those of Drive. */
const GOOGLE_QUERY_PATH =
  /^(?:\/a\/[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)?(?:\/u\/\d+)?\/presentation(?:\/u\/\d+)?\/(?:embed|pub|pubembed|present|edit|view|preview|htmlpresent|mobilepresent|copy)\/?$/;
const DRIVE_PATH = /^(?:\/a\/[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)?(?:\/drive)?(?:\/u\/\d+)?\/open\/?$/;
const GOOGLE_ID = /^[A-Za-z0-9_-]{25,}$/;

function googleDeck(id: string): DeckUrl {
  return { ok: true, provider: "google_slides", canonicalUrl: `https://docs.google.com/presentation/d/${id}` };
}

/** A deck by the one id in a query. */
function googleQuery(query: URLSearchParams): DeckUrl {
  const [id = "", ...others] = query.getAll("id");
  return GOOGLE_ID.test(id) && others.length === 0 ? googleDeck(id) : refuse("invalid_format", PASTE_A_GOOGLE_DECK);
}

/** Drive has files of all kinds: one that is no deck becomes a deck that can't be read. */
function googleDrive(path: string, query: URLSearchParams): DeckUrl {
  return DRIVE_PATH.test(path) ? googleQuery(query) : refuse("unsupported_provider", PASTE_A_SUPPORTED_DECK);
}

function googleSlides(path: string, query: URLSearchParams, host: string): DeckUrl {
  if (host === "drive.google.com") return googleDrive(path, query);
  if (/%2f|%5c/i.test(path)) return refuse("invalid_format", PASTE_A_GOOGLE_DECK);
  if (!GOOGLE_SLIDES_AREA.test(path)) return refuse("unsupported_provider", PASTE_A_SUPPORTED_DECK);
  if (GOOGLE_QUERY_PATH.test(path)) return googleQuery(query);
  const prefix = GOOGLE_PREFIX.exec(path)?.[0];
  if (prefix === undefined) return refuse("invalid_format", PASTE_A_GOOGLE_DECK);
  const rest = path.slice(prefix.length);
  const id =
    /^\/d\/([A-Za-z0-9_-]{25,})(?:\/[A-Za-z]+){0,2}\/?$/.exec(rest)?.[1] ??
    // The id of a published deck is opaque and can't be converted into another id, so it stays unchanged.
    /^\/d\/(e\/2PACX-[A-Za-z0-9_-]+)(?:\/(?:pub|embed|pubembed|preview))?\/?$/.exec(rest)?.[1];
  if (id === undefined) return refuse("invalid_format", PASTE_A_GOOGLE_DECK);
  return googleDeck(id);
}

const PARSERS: Readonly<Record<Provider, (path: string, query: URLSearchParams, host: string) => DeckUrl>> = {
  speakerdeck: speakerDeck,
  docswell,
  google_slides: googleSlides,
};

/**
 * Turns a pasted text into the canonical address of a deck. All addresses of one deck have the same canonical address, which
 * is its own canonical form. The host is as the URL parser reads it. The path is read from the text itself, because the
 * parser would resolve dot segments and backslashes into the path of another deck.
 */
export function parseDeckUrl(pasted: string): DeckUrl {
  const text = pasted.trim();
  if (text.length > MAX_LENGTH) {
    return refuse("invalid_url", `The address is longer than ${MAX_LENGTH} characters. ${PASTE_A_SUPPORTED_DECK}`);
  }
  const url = URL.parse(text);
  if (url === null) return refuse("invalid_url", PASTE_A_WHOLE_ADDRESS);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return refuse("unsupported_scheme", PASTE_A_WHOLE_ADDRESS);
  }
  // The parser silently removes tabs and line breaks. A text with white space is not one address, or hides one.
  if (WHITE_SPACE_OR_CONTROL.test(text)) {
    return refuse("invalid_url", "Paste one address without spaces or line breaks in it.");
  }
  const [address = "", authority = "", path = ""] = AUTHORITY_AND_PATH.exec(text) ?? [];
  if (authority.includes("@")) {
    return refuse("invalid_url", "Paste the address without a user name or password in it.");
  }
  if (url.port !== "") return refuse("invalid_url", "Paste the address without a port number.");
  const provider = PROVIDERS.find((id) => DECK_PROVIDERS[id].hosts.includes(url.hostname));
  if (provider === undefined) return refuse("unsupported_provider", PASTE_A_SUPPORTED_DECK);
  if (address.includes("\\")) return refuse("invalid_format", PASTE_A_SUPPORTED_DECK);
  return PARSERS[provider](path, url.searchParams, url.hostname);
}
