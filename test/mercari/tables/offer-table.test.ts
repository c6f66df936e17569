import { beforeEach, expect, it } from "vitest";
import type { Offer } from "../../../lambdas/mercari/domain/price-alert.ts";
import { OfferTable } from "../../../lambdas/mercari/tables/offer-table.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { laggingClient } from "../../emulators/lagging-client.ts";
import { at, START } from "../../emulators/test-clock.ts";
import { newProductId, resultRow } from "../result-rows.ts";

dynamoOfFile();

let offers: OfferTable;
let id: string;

beforeEach(() => {
  offers = new OfferTable(dynamo.client, "mercari");
  id = newProductId();
});

function offer(number: number, changes: Partial<Offer> = {}): Offer {
  const { externalId, name, price, sellingUrl } = resultRow(id, number);
  return { externalId, name, price, sellingUrl, isLowest: false, notedAt: START.toISOString(), ...changes };
}

it("notes an offer of a listing and a price once, until it is forgotten", async () => {
  const cheaper = offer(1, { price: 1, isLowest: true });
  for (const one of [offer(1), offer(1), cheaper, offer(2)]) await offers.note(id, one);
  const noted = await offers.listNoted(id);
  expect(noted).toHaveLength(3);
  expect(noted).toEqual(expect.arrayContaining([offer(1), cheaper, offer(2)]));
  await offers.forget(id, [cheaper, offer(2)]);
  expect(await offers.listNoted(id)).toEqual([offer(1)]);
});

it("reads at once what was noted", async () => {
  await offers.note(id, offer(1));
  await offers.setLowest(id, 5, START);
  const lagging = new OfferTable(laggingClient(dynamo), "mercari");
  expect(await lagging.listNoted(id)).toEqual([offer(1)]);
  expect(await lagging.readLowest({ id, updatedAt: START.toISOString() })).toBe(5);
});

it.each([
  { lowest: 900, changed: START, known: 900 },
  { lowest: null, changed: START, known: null },
  { lowest: 900, changed: at(1), known: undefined },
])("returns the lowest price if the product has not changed since: $known", async ({ lowest, changed, known }) => {
  const product = { id, updatedAt: changed.toISOString() };
  expect(await offers.readLowest(product)).toBeUndefined();
  await offers.setLowest(id, lowest, START);
  expect(await offers.readLowest(product)).toBe(known);
  // The lowest price is no offer.
  expect(await offers.listNoted(id)).toEqual([]);
});
