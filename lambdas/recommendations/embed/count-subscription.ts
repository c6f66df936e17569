import { API_URL } from "./addresses.ts";

/** Counts the reader's subscription to a recommendation, once for each browser; without the API it is not counted. */
export function countSubscription(id: string): void {
  const url = `${API_URL}/v1/recommendations/${encodeURIComponent(id)}/subscribed`;
  const headers = { "idempotency-key": keptKey(`magpie-subscribed-${id}`) };
  fetch(url, { method: "POST", headers, keepalive: true }).catch(() => undefined);
}

/**
 * A random UUID that this browser stores for the page's site and the recommendation. It identifies neither the reader nor
 * the reader's other subscriptions. A browser without storage gets a new one each time.
 */
function keptKey(name: string): string {
  // `randomUUID` exists in secure contexts only.
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
  const key = digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  try {
    const kept = localStorage.getItem(name) ?? key;
    localStorage.setItem(name, kept);
    return kept;
  } catch {
    return key;
  }
}
