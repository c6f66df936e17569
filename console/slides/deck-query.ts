import type { SyncFilter } from "../../client/index.ts";

/** What the list of decks shows, as it stands in the screen's address. */
export interface DeckQuery {
  readonly q: string;
  readonly status: "" | "pending" | "ready" | "failed";
  readonly provider: "" | "speakerdeck" | "docswell" | "google_slides";
}

export const STATUSES = ["pending", "ready", "failed"] as const;
export const PROVIDERS = ["speakerdeck", "docswell", "google_slides"] as const;

/** Reads the parameters of the address; unknown values count as none. */
export function readQuery(parameters: Readonly<Record<string, string>>): DeckQuery {
  return {
    q: parameters.q ?? "",
    status: STATUSES.find((status) => status === parameters.status) ?? "",
    provider: PROVIDERS.find((provider) => provider === parameters.provider) ?? "",
  };
}

/** The filter of a query, beside its search. */
export function deckFilter({ status, provider }: DeckQuery): SyncFilter {
  return {
    type: "stock",
    ...(status === "" ? {} : { status }),
    ...(provider === "" ? {} : { provider }),
  };
}
