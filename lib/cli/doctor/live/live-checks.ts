import type { OutboundFetch } from "../../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { Check } from "../check.ts";
import { deckChecks } from "./deck-checks.ts";
import { ghostCheck } from "./ghost-check.ts";
import type { GoogleBooksAccess } from "./google-books-check.ts";
import { googleBooksCheck } from "./google-books-check.ts";
import type { MercariPages } from "./mercari-check.ts";
import { mercariCheck } from "./mercari-check.ts";

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
  return [...deckChecks(world), googleBooksCheck(world), mercariCheck(world), ghostCheck(world)];
}
