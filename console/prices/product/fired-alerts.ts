import type { Notice } from "../../../client/index.ts";

export interface FiredAlerts {
  /** The newest, without the product's name; null: there is none. Its time is ISO 8601 UTC. */
  readonly latest: { readonly title: string; readonly url: string; readonly at: string } | null;
  /** When there was a notice of an offer, by the offer's address. */
  readonly byAddress: ReadonlyMap<string, string>;
}

/**
 * Finds the notices of a product's offers among all: such a notice begins with the product's name. The one of a first crawl has
 * the addresses of several offers, each in a line of its own.
 *
 * @param notices newest first
 */
export function firedAlerts(notices: readonly Notice[], productName: string): FiredAlerts {
  const prefix = `${productName}: `;
  const fired = notices.filter(({ kind, title }) => kind === "price" && title.startsWith(prefix));
  const [latest] = fired;
  const byAddress = new Map<string, string>();
  for (const { url, body, created_at } of fired.toReversed()) {
    for (const address of [url, ...body.split("\n")]) byAddress.set(address, created_at);
  }
  return {
    latest:
      latest === undefined
        ? null
        : { title: latest.title.slice(prefix.length), url: latest.url, at: latest.created_at },
    byAddress,
  };
}
