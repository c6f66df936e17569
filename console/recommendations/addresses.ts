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
  return `${ADD}?${new URLSearchParams({ url })}`;
}

/** Shows one recommendation. */
export function oneAddress(id: string): string {
  return `${LISTS.recommended}?${new URLSearchParams({ id })}`;
}

/** A list with filters; an empty value filters nothing. */
export function filtered(list: string, filters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
  return query.size === 0 ? list : `${list}?${query}`;
}
