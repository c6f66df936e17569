import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { MINUTE } from "../../emulators/test-clock.ts";
import { HOST } from "../../mercari/fetch-world.ts";
import { expectNothingLeft, settle } from "../world.ts";
import type { Listings } from "./listings.ts";

import { judgeOffers } from "./notice-judge.ts";
import { seen } from "./product-model.ts";
import { judgeSales, unsettledRows, unsettledTrend } from "./row-judge.ts";
import { judgeRuns } from "./run-judge.ts";
import type { MercariSystem, MercariWorld } from "./system.ts";
import { shownProduct } from "./system.ts";
import type { WatchedProduct } from "./watched-product.ts";

const HOUR = 60 * MINUTE;
/** A circuit breaker may be open for a day. */
const BREAKER = 25 * HOUR;
/** A listing is checked again after six hours. */
const ROUND = 7 * HOUR;
/** A row is removed after two checks, and one row an hour. */
const ROUNDS = 16;

/** A quiet end: nothing fails any more. @throws Error if the truth is not what the model says */
export async function quietEnd(
  world: MercariWorld,
  system: MercariSystem,
  products: readonly WatchedProduct[],
  listings: Listings,
): Promise<void> {
  const { clock } = world;
  listings.face = "fine";
  let sights = listings.sights.length;
  await settle(world, system, () => isAnyPending(system));
  const known = products.filter(({ id }) => id !== null);
  for (const product of known) await judgeSettings(system, product);
  clock.forward(BREAKER);
  let unsettled: readonly string[] = [];
  for (let round = 1; round <= ROUNDS && (round <= 2 || unsettled.length > 0); round += 1) {
    const begin = clock.now().toISOString();
    listings.searched.length = 0;
    await system.hourly();
    await drained(world, system);
    if (listings.searched.length > 0 && (await system.services.hosts.read(HOST)).isHeld)
      throw new Error("The last page's turn was not released.");
    for (const product of known) await judgeCrawl(system, product, begin, listings);
    for (const product of known) {
      if (product.id === null) continue;
      const rows = await system.services.results.getMany(product.id, product.listings);
      product.noteRows(rows, listings.sights.slice(sights));
    }
    sights = listings.sights.length;
    unsettled = await allUnsettled(system, known, listings);
    clock.forward(ROUND);
  }
  if (unsettled.length > 0) throw new Error(unsettled.join("\n"));
  const { items: notices } = await system.notices.list({ limit: 1_000, position: undefined });
  for (const product of known) {
    judgeSales(product, listings, clock.now().toISOString());
    judgeOffers(product, notices, listings);
    if (product.id !== null && product.settings !== null) await judgeRuns(system, product.id, product);
  }
  await expectNoRemains(world, known);
  await expectNothingLeft(world, system);
}

async function isAnyPending({ services }: MercariSystem): Promise<boolean> {
  for await (const { product } of services.products.listStored())
    if (product !== null && product.pending !== null) return true;
  return false;
}

async function judgeSettings(system: MercariSystem, product: WatchedProduct): Promise<void> {
  const { status, body } = await system.request(product.creation, product.id ?? "", { do: "read" });
  if (status !== 200 && status !== 404) throw new Error(`${product.creation.name} was answered ${status}.`);
  const shown = status === 200 ? shownProduct(body) : null;
  product.states.happened([seen(shown)], () => `${product.creation.name} at the end: ${JSON.stringify(shown)}`);
}

/** Delivers every message, each when its turn has come. */
async function drained({ clock, queue }: MercariWorld, { worker }: MercariSystem): Promise<void> {
  for (let waits = 0; waits < 1_000 && queue.depth() > 0; waits += 1) {
    while (await queue.deliver(0, false, worker));
    clock.forward(10_000);
  }
}

/** A product is crawled each hour if it is enabled, and else not at all. @param begin of the hour, ISO 8601 UTC */
async function judgeCrawl(
  { services }: MercariSystem,
  { id, creation, settings }: WatchedProduct,
  begin: string,
  { searched }: Listings,
): Promise<void> {
  const isSearched = searched.some((keyword) => keyword.endsWith(` ${creation.name}`));
  if (settings === null || !settings.enabled) {
    if (isSearched) throw new Error(`${creation.name} is searched for, though nobody wants it.`);
    return;
  }
  const last = (await services.products.get(id ?? ""))?.lastCrawl ?? null;
  if (last === null || last.finishedAt < begin || !last.complete)
    throw new Error(`${creation.name} was not crawled after ${begin}: ${JSON.stringify(last)}`);
}

async function allUnsettled(
  system: MercariSystem,
  products: readonly WatchedProduct[],
  listings: Listings,
): Promise<readonly string[]> {
  const unsettled: string[] = [];
  for (const product of products) {
    const { id, settings } = product;
    if (id === null || !settings?.enabled) continue;
    unsettled.push(...unsettledRows(product, settings, listings), ...unsettledTrend(product, await system.trend(id)));
  }
  return unsettled;
}

/** @throws Error if a deleted product has left an item that no one will ever remove */
async function expectNoRemains({ actors }: MercariWorld, products: readonly WatchedProduct[]): Promise<void> {
  const { Items = [] } = await actors.client.send(new ScanCommand({ TableName: "mercari" }));
  const deleted = new Set(products.filter(({ settings }) => settings === null).map(({ id }) => id));
  const remains = Items.filter(({ pk, sk, expires_at }) => {
    const [, id = ""] = String(pk).split("#");
    return deleted.has(pk === "products" ? sk : id) && expires_at === undefined;
  });
  if (remains.length > 0) throw new Error(`A deleted product has left ${JSON.stringify(remains)}.`);
}
