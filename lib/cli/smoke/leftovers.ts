import type { Items } from "../../../client/paging.ts";
import { dropDeadLetters } from "./dead-letters.ts";
import { MARK, MENTIONING_HOST, QUEUES } from "./marks.ts";
import type { SmokedSystem } from "./smoked-system.ts";

interface Leftovers {
  readonly stocks: readonly string[];
  readonly bookmarks: readonly string[];
  readonly products: readonly string[];
  readonly blockedHosts: readonly string[];
}

/**
 * Deletes everything that this run and earlier runs of the user have made, including dead letters.
 *
 * @param waitSeconds how long to wait for a dead letter in transit
 * @returns the number of deleted items
 */
export async function removeLeftovers(system: SmokedSystem, waitSeconds: number): Promise<number> {
  const { client, user } = system;
  const found = await findLeftovers(system);
  for (const id of found.stocks) await client.stocks.delete(id);
  for (const id of found.bookmarks) await client.bookmarks.delete(id);
  for (const id of found.products) await client.products.delete(id);
  for (const host of found.blockedHosts) await client.mentions.unblock(host);
  // After the saved items: a later message then finds nothing to do, and does not become a dead letter.
  const words = new Set([MARK, ...found.stocks, ...found.bookmarks, ...(user.sub === undefined ? [] : [user.sub])]);
  const dropped = await Promise.all(QUEUES.map((queue) => dropDeadLetters(queue, words, waitSeconds, system)));
  return [count(found), ...dropped].reduce((sum, each) => sum + each, 0);
}

export async function countLeftovers(system: SmokedSystem): Promise<number> {
  return count(await findLeftovers(system));
}

async function findLeftovers({ client }: SmokedSystem): Promise<Leftovers> {
  return {
    stocks: await idsOf(client.stocks.all({ tag: [MARK] })),
    bookmarks: await idsOf(client.bookmarks.all({ tag: [MARK] })),
    products: await idsOf(client.products.all(), ({ name }) => name === MARK),
    blockedHosts: (await listOf(client.mentions.allBlockedHosts()))
      .map(({ host }) => host)
      .filter((host) => host === MENTIONING_HOST),
  };
}

async function idsOf<T extends { readonly id: string }>(
  items: Items<T>,
  isOurs: (item: T) => boolean = () => true,
): Promise<string[]> {
  return (await listOf(items)).filter(isOurs).map(({ id }) => id);
}

async function listOf<T>(items: Items<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function count({ stocks, bookmarks, products, blockedHosts }: Leftovers): number {
  return stocks.length + bookmarks.length + products.length + blockedHosts.length;
}
