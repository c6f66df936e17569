import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { load } from "../../load.ts";
import { send } from "../send.ts";
import { until } from "../until.ts";
import { RecommendationsSystem } from "./recommendations-system.ts";

const READERS = load(2_000, 500);
/** Requests that are open at a time. */
const AT_ONCE = 100;
/** What is kept for ten seconds is kept for two. */
const SCALE = 0.2;

let system: RecommendationsSystem;
let port: number;

beforeAll(async () => {
  system = await RecommendationsSystem.start("https://alice.example", {}, { timeScale: SCALE });
  port = Number(new URL(system.outputs.api_url).port);
});
afterAll(() => system.close());

/** A reader's request for the site, or another one's for the API. */
const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  send(port, "GET", path, "", { host: "alice.example", ...headers });
const askApi = (path: string) => send(port, "GET", path, "", {});

/** Sends so many requests, some at a time. */
async function crowd<Answer>(count: number, one: (index: number) => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const reader = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      answers[index] = await one(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  return answers;
}

describe("a popular page links to the site", () => {
  beforeAll(() => system.add({ title: "Ferry notes", url: "https://ferry.example/" }));

  it.each(["/", "/embed/recommendations?limit=5"])(
    "all readers get %s within a minute, from any page, and the API hardly any request",
    async (path) => {
      const answers = await crowd(READERS, (index) =>
        ask(path, index % 2 === 0 ? {} : { origin: `https://page-${index}.example` }),
      );
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      expect(answers.filter(({ body }) => !body.includes("Ferry notes"))).toEqual([]);
      expect(new Set(answers.map(({ headers }) => headers["access-control-allow-origin"]))).toEqual(new Set(["*"]));
      // Each of the API's own answers has an id.
      const asked = new Set(answers.map(({ headers }) => headers["apigw-requestid"]));
      expect(asked.size).toBeLessThan(30);
    },
  );

  it.each(["/", "/embed/recommendations", "/embed.js", "/recommendations.atom", "/.well-known/recommendations.opml"])(
    "who has %s already gets no second copy",
    async (path) => {
      const { headers } = await ask(path);
      expect(headers["cache-control"]).toMatch(/^public, max-age=(?:10|3600)$/);
      const again = await ask(path, { "if-none-match": String(headers.etag) });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    },
  );

  it("sees a change of the recommendations as soon as the kept answers end", async () => {
    await system.add({ title: "Harbour notes", url: "https://harbour.example/" });
    const began = performance.now();
    for (const path of ["/", "/embed/recommendations", "/recommendations.atom"]) {
      await until(
        `${path} has what was added`,
        async () => (await ask(path)).body.toString(),
        (text) => text.includes("Harbour notes"),
      );
    }
    // Three times what is kept: the list was asked for by nobody before.
    expect(performance.now() - began).toBeLessThan(3 * 10_000 * SCALE + 5_000);
  });
});

it("a loop of requests for a public route is refused as the gateway refuses, and no other route suffers", async () => {
  const answers = await crowd(500, () => askApi("/v1/health"));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.map(({ body }) => body.toString())).toEqual(refused.map(() => '{"message":"Too Many Requests"}'));
  expect((await ask("/")).status).toBe(200);
  expect((await askApi("/v1/settings")).status).toBe(200);
  expect((await system.admin.call("GET", "/v1/deliveries")).status).toBe(200);
});
