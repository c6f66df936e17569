import { DECK_PROVIDERS } from "../../lambdas/slides/providers.ts";

/** The API's codes that can be told without the API (docs: `POST /v1/stocks`). */
export type DeckAddressProblem = "invalid_url" | "unsupported_scheme" | "unsupported_provider";

const PROVIDERS = Object.values(DECK_PROVIDERS);
/** The path with which Drive opens files of any kind by their ids. */
const DRIVE_PATH = /(?:^|\/)open\/?$/;

/** Why the API will refuse an address as a deck's, known without a network; null when only the API can tell. */
export function deckAddressProblem(pasted: string): DeckAddressProblem | null {
  const text = pasted.trim();
  if (!URL.canParse(text)) return "invalid_url";
  const { protocol, hostname, pathname } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return "unsupported_scheme";
  const isOther = hostname === "drive.google.com" && !DRIVE_PATH.test(pathname);
  return PROVIDERS.some(({ hosts }) => hosts.includes(hostname)) && !isOther ? null : "unsupported_provider";
}

/**
 * Whether an address looks like a deck's page, and not like another page of the same site. The API takes no other address
 * as a deck's, but not all of these.
 */
export function looksLikeDeck(url: string): boolean {
  if (deckAddressProblem(url) !== null) return false;
  const { hostname, pathname, search } = new URL(url.trim());
  return PROVIDERS.some(({ page }) => page.test(hostname + pathname + search));
}
