import type { Host } from "./steps.ts";

/** A recommendation that exists. */
export interface Recommended {
  readonly url: string;
  readonly title: string;
}

interface KeyState {
  readonly content: string;
  /** The id of the recommendation that the first request with the key asked for. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly requestedAt: number;
  readonly isAnswered: boolean;
}

/** What administrators have asked for. */
export interface Recommendations {
  /** By id. */
  readonly sites: Readonly<Record<string, Recommended>>;
  readonly keys: Readonly<Record<string, KeyState>>;
  /** The ids of all recommendations that have ever existed, in the order of their ids. */
  readonly made: readonly string[];
  /** In alphabetical order. */
  readonly blocked: readonly Host[];
}

export const NO_RECOMMENDATIONS: Recommendations = { sites: {}, keys: {}, made: [], blocked: [] };

/** The id of the recommendation of a site, under whichever address; null without one. */
export function ownerOf({ sites }: Recommendations, url: string): string | null {
  return Object.keys(sites).find((id) => keyOf(sites[id]?.url ?? "") === keyOf(url)) ?? null;
}

/** The same for all addresses of a site. */
export function keyOf(url: string): string {
  return url.replace("://www.", "://");
}

export function sorted<T extends string>(all: readonly T[]): readonly T[] {
  return [...new Set(all)].sort();
}

// The order of ids is always the same, so that equal states have equal texts.
export function withSite(state: Recommendations, id: string, site: Recommended): Recommendations {
  const sites = Object.entries({ ...state.sites, [id]: { url: site.url, title: site.title } });
  return { ...state, sites: Object.fromEntries(sites.sort(([one], [other]) => (one < other ? -1 : 1))) };
}

export function withoutSite(state: Recommendations, id: string): Recommendations {
  const { [id]: _deleted, ...sites } = state.sites;
  return { ...state, sites };
}

export function withKey(state: Recommendations, key: string, record: KeyState): Recommendations {
  const keys = Object.entries({ ...state.keys, [key]: record });
  return { ...state, keys: Object.fromEntries(keys.sort(([one], [other]) => (one < other ? -1 : 1))) };
}

export function withoutKey(state: Recommendations, key: string): Recommendations {
  const { [key]: _unused, ...keys } = state.keys;
  return { ...state, keys };
}
