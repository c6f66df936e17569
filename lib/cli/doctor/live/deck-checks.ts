import type { OutboundFetch } from "../../../../lambdas/shared/outbound/outbound-fetch.ts";
import { fetchMetadata } from "../../../../lambdas/slides/fetch-metadata.ts";
import type { Provider } from "../../../../lambdas/slides/providers.ts";
import { DECK_PROVIDERS, PROVIDERS } from "../../../../lambdas/slides/providers.ts";
import type { ReadingOutcome } from "../../../../lambdas/slides/readers/deck-metadata.ts";
import type { Check, Finding } from "../check.ts";
import { fail, ok, warn } from "../check.ts";
import { checkSite, REPAIR } from "./check-site.ts";

/** Public decks that have existed for years. */
const KNOWN_DECKS: Readonly<Record<Provider, string>> = {
  speakerdeck: "https://speakerdeck.com/jnunemaker/atom",
  // The example of the oEmbed registry (oembed.com/providers.json).
  docswell: "https://www.docswell.com/s/ku-suke/LK7J5V",
  // The presentation of Google's own quickstarts for the Slides API.
  google_slides: "https://docs.google.com/presentation/d/1EAYk18WDjIG-zp_0vLm3CsfQh_i8eXc67Jo2O9C6Vuc",
};

/** Codes that concern the requested deck, not the form of the answer. */
const OF_THE_DECK = new Set(["not_found", "gone", "private", "forbidden", "sign_in"]);
/** Codes of network failures, which `fetchMetadata` returns as outcomes. */
const OF_THE_NETWORK = new Set(["network", "timeout", "name_not_resolved"]);

/** Whether the answers of the providers of slide decks match their readers. */
export function deckChecks({ fetch }: { readonly fetch: OutboundFetch }): Check[] {
  return PROVIDERS.map((provider) => {
    const deck = { provider, canonicalUrl: KNOWN_DECKS[provider] };
    const site = DECK_PROVIDERS[provider].names.en;
    return {
      name: `live-${provider.replaceAll("_", "-")}`,
      run: () => checkSite(site, async () => finding(site, deck.canonicalUrl, await fetchMetadata(deck, fetch))),
    };
  });
}

function finding(site: string, canonicalUrl: string, outcome: ReadingOutcome): Finding {
  if (outcome.kind === "metadata") {
    const { title, embedUrl } = outcome.metadata;
    if (title !== null) return ok(`${site} answers as known: "${title}", ${embedUrl}.`);
    return unread(site, canonicalUrl, outcome.titleAbsence ?? "missing", "without a title");
  }
  if (outcome.kind === "permanent") return unread(site, canonicalUrl, outcome.code, "in another form");
  if (OF_THE_NETWORK.has(outcome.code)) {
    return warn(`${site} did not respond (${outcome.code}).`, "Check this machine's network, then ask again.");
  }
  return warn(
    `${site} does not answer now (${outcome.code}).`,
    "Try again in an hour; decks are fetched again automatically.",
  );
}

function unread(site: string, url: string, code: string, how: string): Finding {
  if (OF_THE_DECK.has(code)) {
    return warn(`${site} does not show ${url} (${code}).`, "Look at the address in a browser: the deck may be gone.");
  }
  return fail(`${site} answers ${how} (${code}): the reader does not know it.`, REPAIR);
}
