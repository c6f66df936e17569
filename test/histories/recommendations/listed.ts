import type { WireRecommendation } from "../../recommendations/recommendations-world.ts";
import type { Event } from "../possible-states.ts";
import type { Recommendations } from "./state.ts";

/** What a list of all recommendations shows, which removes the states that differ. */
export function listed(shown: readonly WireRecommendation[]): Event<Recommendations> {
  const rows = inOrder(shown.map(({ id, url, title }) => [id, url, title]));
  return (state) =>
    inOrder(Object.entries(state.sites).map(([id, { url, title }]) => [id, url, title])) === rows ? [state] : [];
}

/** Which recommendations have had a delivery: each that has ever existed, and no other. */
export function announced(ids: readonly string[]): Event<Recommendations> {
  const all = JSON.stringify([...new Set(ids)].sort());
  return (state) => (JSON.stringify(state.made) === all ? [state] : []);
}

/** Which hosts are blocked. */
export function blocking(hosts: readonly string[]): Event<Recommendations> {
  const all = JSON.stringify([...hosts].sort());
  return (state) => (JSON.stringify(state.blocked) === all ? [state] : []);
}

function inOrder(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join("\n");
}
