import { ENDED_FROM } from "../search/states.ts";

/** Where a person is in a text. */
export interface Place {
  readonly block: number;
  readonly offset: number;
  readonly progress: number;
  /** ISO 8601 UTC, so that places are in order by it. */
  readonly at: string;
}

/** The later of two places, whichever arrived first. */
export function laterPlace(one: Place | null = null, other: Place | null = null): Place | null {
  if (one === null || other === null) return one ?? other;
  return other.at > one.at ? other : one;
}

/**
 * What the arrival of a place changes. One at the end of the text makes an unread item read if the place before was not
 * there: what a person marks as unread at its end stays unread until the end is reached anew.
 *
 * @returns null when a place of the same time or a later one is there
 */
export function changesByPlace(
  { place = null, unread = true }: { readonly place?: Place | null; readonly unread?: boolean },
  sent: Place,
): { readonly place: Place; readonly unread?: false } | null {
  if (laterPlace(place, sent) === place) return null;
  const isReached = sent.progress >= ENDED_FROM && (place === null || place.progress < ENDED_FROM);
  return { place: sent, ...(isReached && unread && { unread: false }) };
}
