import { addressWith } from "../parts/address-with.ts";

/** The addresses of the views. */
export const LISTS = {
  recommended: "/app/recommendations",
  incoming: "/app/recommendations/incoming",
  mentions: "/app/recommendations/mentions",
  deliveries: "/app/recommendations/deliveries",
  blockedHosts: "/app/recommendations/blocked-hosts",
} as const;

/** The view that recommends a site. */
export const ADD = "/app/recommendations/add";

/** Recommends a site whose address is known. */
export function addAddress(url: string): string {
  return addressWith(ADD, { url });
}

/** Shows one recommendation. */
export function oneAddress(id: string): string {
  return addressWith(LISTS.recommended, { id });
}
