import { afterAll, beforeAll, expect, it } from "vitest";
import type { SlideSites } from "../../../lib/local/sites/slide-sites.ts";
import { startSlideSites } from "../../../lib/local/sites/slide-sites.ts";
import { seeded } from "../../upstreams/seeded.ts";
import type { StockAnswer } from "../api-client.ts";
import { ApiClient } from "../api-client.ts";
import { SpawnedRunner } from "../spawned-runner.ts";
import { isRequestFor, temporaryFolder } from "../system.ts";
import { until } from "../until.ts";

const KILLS = 10;
/** The number of answers or fetches before a kill, at most. */
const MOST_BEFORE_KILL = 30;
/** The number of concurrent POSTs. */
const CLIENTS = 4;
/** Determines the times of the kills; another number gives other times. */
const SEED = 20_261_121;

const folder = temporaryFolder();
let sites: SlideSites;
let runner: SpawnedRunner | undefined;

beforeAll(async () => {
  sites = await startSlideSites();
});

afterAll(async () => {
  await runner?.end("SIGKILL");
  await sites.close();
  folder.remove();
});

let decks = 0;

/** A deck that was not saved before. A third of them fail twice before they succeed. */
function nextDeck(): string {
  const url = `https://speakerdeck.com/killed/deck-${decks}`;
  if (decks % 3 === 0) sites.fault(isRequestFor(url), { kind: "status", status: 503 }, 2);
  decks += 1;
  return url;
}

/** Posts decks from several clients until `enough`, then kills the runner at once, with requests pending. */
async function loadUntil(
  api: ApiClient,
  acknowledged: Map<string, StockAnswer>,
  enough: () => boolean,
  end: () => void,
) {
  let over = false;
  const client = async () => {
    while (!over) {
      const url = nextDeck();
      try {
        acknowledged.set(url, await api.save(url));
      } catch (error) {
        // Not acknowledged: the runner has ended. Any other failure is a fault.
        if (!(error instanceof TypeError)) throw error;
      }
      if (!over && enough()) {
        over = true;
        end();
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

it(`${KILLS} kills under load lose nothing, double nothing, and leave nothing pending`, async () => {
  const random = seeded(SEED);
  const acknowledged = new Map<string, StockAnswer>();
  const start = async () => {
    runner = await SpawnedRunner.start({ dataFolder: folder.path, egressMap: sites.egressMap });
    const { api_url, tokens, pid } = runner.outputs;
    expect(pid).toBe(runner.child.pid);
    return { runner, api: new ApiClient(api_url, tokens.member) };
  };

  for (let kill = 0; kill < KILLS; kill += 1) {
    const { runner, api } = await start();
    // The time is given by events, either answers or fetches, since machines differ in speed.
    const answers = acknowledged.size + 1 + Math.floor(random() * MOST_BEFORE_KILL);
    const fetches = sites.requests().length + 1 + Math.floor(random() * MOST_BEFORE_KILL);
    const enough = kill % 2 === 0 ? () => acknowledged.size >= answers : () => sites.requests().length >= fetches;
    await loadUntil(api, acknowledged, enough, () => runner.child.kill("SIGKILL"));
    expect(await runner.ended()).toBeNull();
  }

  const { api } = await start();
  const late = new Map<string, StockAnswer>();
  await loadUntil(
    api,
    late,
    () => late.size >= 10,
    () => undefined,
  );
  for (const [url, stock] of late) acknowledged.set(url, stock);

  // A list is read from an index, a stock from the table; an entry that only the index has would never end, and is found
  // below.
  const isThere = async ({ id }: StockAnswer) => (await api.call("GET", `/v1/stocks/${id}`)).status === 200;
  await until(
    "no stock is pending",
    async () => {
      const pending = await api.allStocks("limit=100&status=pending");
      const there = await Promise.all(pending.map(isThere));
      return pending.filter((_stock, index) => there[index]);
    },
    (pending) => pending.length === 0,
  );
  const stocks = await api.allStocks();
  expect(acknowledged.size).toBeGreaterThan(KILLS * 2);
  expect(new Set(stocks.map(({ id }) => id)).size).toBe(stocks.length);
  expect(new Set(stocks.map((stock) => stock.canonical_url)).size).toBe(stocks.length);

  const byUrl = new Map(stocks.map((stock) => [stock.canonical_url, stock]));
  const lost = [...acknowledged].filter(([url, { id }]) => byUrl.get(url)?.id !== id).map(([url]) => url);
  expect(lost).toEqual([]);
  for (const stock of stocks) {
    const { status, body } = await api.call("GET", `/v1/stocks/${stock.id}`);
    expect([status, body]).toEqual([200, stock]);
    if (stock.status === "ready") expect(stock.title).toBe(sites.deck(stock.canonical_url).title);
    else expect(stock.failure?.code).toMatch(/^[a-z_]+$/);
  }
  // No kill came after these: none has a reason to fail.
  expect([...late.keys()].map((url) => byUrl.get(url)?.status)).toEqual(Array(late.size).fill("ready"));
});
