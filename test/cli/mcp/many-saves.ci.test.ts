import { afterAll, beforeAll, expect, it } from "vitest";
import type { BookmarkPage } from "../../../client/answers.ts";
import type { SimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { ApiClient } from "../../local/api-client.ts";
import { System } from "../../local/system.ts";
import { itemsIn } from "./agent.ts";
import type { AgentWithProcess } from "./agent-process.ts";
import { mcpProgram, startAgent } from "./agent-process.ts";

/** Of which every third is saved twice: enough for four kills, each of which a new process costs most of a second. */
const SAVES = 60;
/** Calls under way at a time; each kill leaves as many without an answer. */
const AT_ONCE = 8;
/** After so many answers the process is killed. */
const ANSWERS_UNTIL_A_KILL = 16;

let missing: SimulatedSite;
let system: System;
beforeAll(async () => {
  // No page exists: a bookmark's page is requested once and not retried, which costs least.
  missing = await startSimulatedSite(() => htmlAnswer(404, "No such page."));
  system = await System.start({ "*": missing.origin });
});
afterAll(async () => {
  await system.close();
  await missing.close();
});

/**
 * Makes every call until it is answered, by agents whose processes are killed one after the other in the middle of
 * calls; every third call is repeated when it has been answered.
 *
 * @returns the ids by address, and the number of kills
 */
async function saveAll(start: () => Promise<AgentWithProcess>, urls: readonly string[]) {
  const ids = new Map<string, Set<unknown>>();
  const left = urls.flatMap((url, at) => (at % 3 === 0 ? [url, url] : [url])).reverse();
  let kills = 0;
  while (left.length > 0) {
    const agent = await start();
    let answers = 0;
    const work = async () => {
      for (let url = left.pop(); url !== undefined; url = left.pop()) {
        try {
          const saved = await agent.call("save", { url, tags: ["many"] });
          expect(saved.isError, saved.text).toBe(false);
          const [{ id } = {}] = itemsIn(saved);
          ids.set(url, (ids.get(url) ?? new Set()).add(id));
          answers += 1;
        } catch (error) {
          if (answers < ANSWERS_UNTIL_A_KILL) throw error;
          left.push(url);
          return;
        }
        if (answers === ANSWERS_UNTIL_A_KILL) {
          kills += 1;
          await agent.kill();
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await agent.client.close();
  }
  return { ids, kills };
}

/** The addresses of a user's bookmarks. */
async function savedBy(api: ApiClient): Promise<readonly string[]> {
  const urls: string[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await api.call<BookmarkPage>("GET", `/v1/bookmarks?limit=100${cursor}`);
    urls.push(...body.bookmarks.map(({ url }) => url));
    if (body.next_cursor === null) return urls;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

it("saves with kills of the server and repeated calls are exactly as many bookmarks", async () => {
  const token = await system.token("agent");
  const urls = Array.from({ length: SAVES }, (_, at) => `https://pages.example/${at}`);
  const { ids, kills } = await saveAll(() => startAgent(mcpProgram(system.dataFolder, { MAGPIE_TOKEN: token })), urls);
  expect([...ids.values()].every(({ size }) => size === 1)).toBe(true);
  const there = await savedBy(new ApiClient(system.api, token));
  expect(there.toSorted()).toEqual(urls.toSorted());
  expect(kills).toBeGreaterThanOrEqual(4);
});
