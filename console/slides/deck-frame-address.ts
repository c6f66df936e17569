import type { Stock } from "../../client/index.ts";
import { DECK_PROVIDERS, isPlayer } from "../../lambdas/slides/providers.ts";

/**
 * The address of a deck's player; null unless it has exactly the form of the provider's own: no other address becomes a
 * frame, whatever the API answers.
 */
export function deckFrameAddress({ provider, embed_url: url }: Pick<Stock, "provider" | "embed_url">): string | null {
  return url !== null && Object.hasOwn(DECK_PROVIDERS, provider) && isPlayer(provider, url) ? url : null;
}
