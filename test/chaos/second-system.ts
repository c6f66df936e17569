import type { Turn } from "./editors.ts";
import type { Journal } from "./journal.ts";
import { PEER_HOSTS } from "./sites.ts";

/** A page of the second system. */
const peerPage = (number: number) => `https://peer-${number % PEER_HOSTS}.example/post-${number}`;

/**
 * Sends a Webmention, as any sender does.
 *
 * @param site the receiving site's address
 * @returns the status of the answer; undefined without one
 */
export async function sendMention(site: string, source: string): Promise<number | undefined> {
  const form = new URLSearchParams({ source, target: `${site}/` });
  try {
    const response = await fetch(`${site}/webmentions`, { method: "POST", body: form });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    // There was no connection, or it was lost.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The second system, whose pages mention the site. */
export function mentions(journal: Journal, site: () => string): Turn {
  return async (number) => {
    const subject = peerPage(number);
    const status = await sendMention(site(), subject);
    const outcome = status === 202 ? "accepted" : status === undefined || status >= 500 ? "unknown" : "refused";
    journal.add({
      feature: "mention",
      verb: "save",
      sender: "peers",
      subject,
      outcome,
      id: null,
      text: null,
      reason: status === 202 ? null : `status ${status}`,
      attempts: 1,
      at: Date.now(),
    });
  };
}
