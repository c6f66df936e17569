import { API_URL } from "./addresses.ts";

/**
 * Counts the click on a link inside an element with `data-recommendation`, the recommendation's id. The browser sends the
 * beacon even if the click leaves the page; a browser without beacons follows the link uncounted.
 */
export function countClick(event: Event): void {
  // The right mouse button opens a menu instead of following the link.
  if (event instanceof MouseEvent && event.button > 1) return;
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-recommendation]") : null;
  const id = link?.dataset.recommendation;
  if (id === undefined) return;
  navigator.sendBeacon?.(`${API_URL}/v1/recommendations/${encodeURIComponent(id)}/clicked`);
}
