import type { OutboundFetch } from "../../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { Check } from "../check.ts";
import { checkSite } from "./check-site.ts";
import { deckChecks } from "./deck-checks.ts";
import { checkGhost } from "./ghost-check.ts";
import type { GoogleBooksAccess } from "./google-books-check.ts";
import { checkGoogleBooks } from "./google-books-check.ts";
import type { MercariPages } from "./mercari-check.ts";
import { checkMercari, MERCARI_MS } from "./mercari-check.ts";

/** The settings and the fetch for requests to external sites. */
export interface LiveWorld {
  readonly fetch: OutboundFetch;
  /** Undefined without a key. */
  readonly googleBooks: () => Promise<GoogleBooksAccess | undefined>;
  readonly mercari: () => Promise<MercariPages>;
  readonly ghost: string;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** One request to each external site, read by the functions' own readers. */
export function liveChecks(world: LiveWorld): Check[] {
  const { fetch, googleBooks, ghost } = world;
  return [
    ...deckChecks(world),
    {
      name: "live-google-books",
      run: () => checkSite("Google Books", async () => checkGoogleBooks(await googleBooks(), fetch)),
    },
    { name: "live-mercari", timeoutMs: MERCARI_MS, run: () => checkSite("Mercari", () => checkMercari(world)) },
    { name: "live-ghost", run: () => checkSite(ghost, () => checkGhost(ghost, fetch)) },
  ];
}
