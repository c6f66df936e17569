import { afterAll, beforeAll, expect, it } from "vitest";
import type { StockAnswer } from "../api-client.ts";
import { System } from "../system.ts";
import { until } from "../until.ts";

const DECKS = 20;
/** The number of concurrent POSTs of each deck. */
const POSTS = 10;

let system: System;

beforeAll(async () => {
  system = await System.start();
});

afterAll(() => system.close());

it(`${DECKS * POSTS} concurrent POSTs of ${DECKS} decks, each ten times, create ${DECKS} stocks and cause ${DECKS} fetches`, async () => {
  const user = await system.newUser();
  const urls = Array.from({ length: DECKS }, (_, index) => `https://speakerdeck.com/load/deck-${index}`);
  const posts = Array.from({ length: POSTS }, () => urls).flat();

  const replies = await Promise.all(posts.map((url) => user.call<StockAnswer>("POST", "/v1/stocks", { url })));

  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(DECKS);
  expect(statuses.filter((status) => status === 200)).toHaveLength(DECKS * (POSTS - 1));
  // One id for each deck, and one deck for each id.
  const pairs = new Set(replies.map(({ body }) => `${body.id} ${body.canonical_url}`));
  expect(pairs.size).toBe(DECKS);
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(DECKS);

  const stocks = await until(
    "no stock is pending",
    () => user.allStocks(),
    (all) => all.length === DECKS && all.every(({ status }) => status !== "pending"),
  );
  expect(stocks.map(({ status }) => status)).toEqual(Array(DECKS).fill("ready"));
  expect(stocks.map((stock) => stock.canonical_url).sort()).toEqual(urls.toSorted());
  for (const stock of stocks) expect(stock.title).toBe(system.sites.deck(stock.canonical_url).title);

  // A fetch that is still pending now would be one too many.
  await system.queue.idle();
  expect(system.sites.requests()).toHaveLength(DECKS);
  expect((await system.admin.fetchQueue()).dlq_depth).toBe(0);
});

it("many users who save one deck concurrently have a stock each", async () => {
  const url = "https://speakerdeck.com/load/shared";
  const users = await Promise.all(Array.from({ length: 10 }, () => system.newUser()));
  const stocks = await Promise.all(users.map((user) => user.save(url)));
  expect(new Set(stocks.map(({ id }) => id)).size).toBe(10);
  const settled = await Promise.all(users.map((user, index) => user.settled(String(stocks[index]?.id))));
  expect(settled.every(({ status }) => status === "ready")).toBe(true);
});

it("concurrent requests to fetch one stock again cause one fetch", async () => {
  const url = "https://speakerdeck.com/load/pressed-often";
  const user = await system.newUser();
  const { id } = await user.settled((await user.save(url)).id);
  // Ready again after all requests at the earliest: the first response causes a wait.
  system.sites.fault((request) => request.query.get("url") === url, { kind: "status", status: 503, retryAfter: 60 }, 1);
  const presses = await Promise.all(Array.from({ length: 20 }, () => user.call("POST", `/v1/stocks/${id}/refetch`)));
  expect(presses.map(({ status }) => status).sort()).toEqual([202, ...Array(19).fill(409)]);
  expect((await user.settled(id)).status).toBe("ready");
  expect(system.fetches(url)).toHaveLength(3);
});
