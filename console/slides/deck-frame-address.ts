import type { Stock } from "../../client/index.ts";

/** The providers' own players (facts of the API: `embed_url`). */
const FORMS: Readonly<Record<Stock["provider"], RegExp>> = {
  speakerdeck: /^https:\/\/speakerdeck\.com\/player\/[0-9a-f]{1,64}$/,
  docswell: /^https:\/\/www\.docswell\.com\/slide\/[A-Z0-9]{1,32}\/embed$/,
  google_slides: /^https:\/\/docs\.google\.com\/presentation\/d\/(?:[\w-]{25,}|e\/2PACX-[\w-]+)\/embed$/,
};

/**
 * The address of a deck's player; null unless it has exactly the form of the provider's own: nothing else is put into a
 * frame, whatever the API answers.
 */
export function deckFrameAddress({ provider, embed_url: url }: Pick<Stock, "provider" | "embed_url">): string | null {
  return url !== null && Object.hasOwn(FORMS, provider) && FORMS[provider].test(url) ? url : null;
}
