import { randomUUID } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import type { HttpRequest } from "../emulators/http-event.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { olga, publisherOfEachTest, world } from "./publisher-of-tests.ts";
import { publisher, VIEWER_SECRET } from "./recommendations-world.ts";

const DAY = 24 * 60 * MINUTE;
const NOTED = { status: 204, headers: {}, body: undefined };

const log = capturedLog();
publisherOfEachTest();

let id: string;

beforeEach(async () => {
  id = (await olga.added("bob")).id;
});

async function counted(): Promise<{ clicks: number; subscribers: number }> {
  const { body } = await olga.list({ include: "count.clicks,count.subscribers" });
  return body.recommendations[0].count;
}

async function clicks(): Promise<number> {
  return (await counted()).clicks;
}

/** Sends this many clicks, one after the other; the answers don't show when they no longer count. */
async function click(times: number, more: Partial<HttpRequest> = {}): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await olga.click(id, more)).toEqual(NOTED);
}

const bearer = (name: string) => ({ headers: { authorization: `Bearer ${name}` } });

describe("clicked", () => {
  it("counts for any reader, ten times a day from one address", async () => {
    await click(12);
    expect(await clicks()).toBe(10);
    await click(3, { sourceAddress: "192.0.2.2" });
    expect(await clicks()).toBe(13);
  });

  it("counts every time for a member", async () => {
    await click(12, bearer("mia"));
    expect(await clicks()).toBe(12);
    // A member's clicks don't use up the address's limit.
    await click(10);
    expect(await clicks()).toBe(22);
  });

  it("treats an invalid token as none", async () => {
    await click(12, { headers: { authorization: "Bearer no token" } });
    expect(await clicks()).toBe(10);
  });

  it("counts an anonymous reader's while tokens can't be verified", async () => {
    const unsure = publisher({ ...world, memberTokens: { verifyMember: async () => undefined } });
    for (let time = 0; time < 12; time += 1) expect(await unsure.click(id, bearer("mia"))).toEqual(NOTED);
    expect(await clicks()).toBe(10);
  });

  it("writes the click and how often its address clicked, a member's the click alone, in four units at the most", async () => {
    dynamo.requests.length = 0;
    dynamo.consumed.length = 0;
    await click(1);
    const units = dynamo.consumed.reduce((sum, request) => sum + (request.units ?? Number.NaN), 0);
    expect(units).toBeLessThanOrEqual(4);
    expect(dynamo.requests).toEqual(["GetItemCommand", "UpdateItemCommand", "UpdateItemCommand"]);
    dynamo.requests.length = 0;
    await click(1, bearer("mia"));
    expect(dynamo.requests).toEqual(["GetItemCommand", "UpdateItemCommand"]);
  });

  it("and a subscription store and log neither the address nor the key of a browser", async () => {
    const { headers } = browser();
    await click(1, { sourceAddress: "198.51.100.23" });
    await olga.subscribe(id, { headers, sourceAddress: "198.51.100.23" });
    const { Items = [] } = await dynamo.client.send(new ScanCommand({ TableName: "recommendations" }));
    const stored = JSON.stringify(Items);
    expect(stored).toContain("rates");
    for (const secret of ["198.51.100.23", headers["idempotency-key"]]) expect(stored).not.toContain(secret);
    expect(log.raw.join("\n")).not.toContain("198.51.100.23");
  });

  it("is one of the address that CloudFront reports, unless the report is forged", async () => {
    const through = (secret: string) => ({
      headers: { "cloudfront-viewer-address": "203.0.113.1:1000", "x-magpie-viewer": secret },
    });
    for (let time = 0; time < 10; time += 1) await world.rates.reader("click", id, "203.0.113.1", world.clock.now());
    await click(1, through(VIEWER_SECRET));
    expect(await clicks()).toBe(0);
    await click(1, through("guessed"));
    expect(await clicks()).toBe(1);
  });
});

const browser = (more: Record<string, string> = {}) => ({ headers: { "idempotency-key": randomUUID(), ...more } });

describe("subscribed", () => {
  it("counts a member once, however often, by whatever key and however late", async () => {
    const key = { "idempotency-key": randomUUID() };
    for (const pause of [0, MINUTE, 2 * DAY, 500 * DAY]) {
      world.clock.forward(pause);
      expect(await olga.subscribe(id, bearer("mia"))).toEqual(NOTED);
      expect((await olga.subscribe(id, { headers: { ...key, ...bearer("mia").headers } })).status).toBe(204);
      expect(await olga.subscribe(id, browser(bearer("mia").headers))).toEqual(NOTED);
    }
    expect(await counted()).toEqual({ clicks: 0, subscribers: 1 });
    await olga.subscribe(id, bearer("noa"));
    expect(await counted()).toEqual({ clicks: 0, subscribers: 2 });
  });

  it("counts a browser once, by the key that it keeps, and each recommendation for itself", async () => {
    const other = await olga.added("carol");
    const ours = browser();
    for (const pause of [0, MINUTE, 5 * DAY, 500 * DAY]) {
      world.clock.forward(pause);
      expect((await olga.subscribe(id, ours)).status).toBe(204);
    }
    await olga.subscribe(id, browser());
    await olga.subscribe(other.id, browser());
    const { body } = await olga.list({ include: "count.subscribers", order: "title asc" });
    const counts = body.recommendations.map(({ count }: { count: { subscribers: number } }) => count.subscribers);
    expect(counts).toEqual([2, 1]);
  });

  it("counts ten browsers a day of one address; clicks are counted beside them", async () => {
    for (let time = 0; time < 12; time += 1) expect(await olga.subscribe(id, browser())).toEqual(NOTED);
    await click(10);
    expect(await counted()).toEqual({ clicks: 10, subscribers: 10 });
    await olga.subscribe(id, { ...browser(), sourceAddress: "192.0.2.2" });
    await olga.subscribe(id, bearer("mia"));
    expect(await counted()).toEqual({ clicks: 10, subscribers: 12 });
  });

  it("has no effect without a token and a key, and nothing is stored", async () => {
    const invalid = { authorization: "Bearer no token" };
    for (const headers of [{}, invalid, browser(invalid).headers]) {
      const refused = await olga.subscribe(id, { headers });
      expect(refused).toMatchObject(problem(401, "unauthorized"));
      expect(refused.headers["www-authenticate"]).toBe("Bearer");
    }
    expect(await counted()).toEqual({ clicks: 0, subscribers: 0 });
  });

  it("must be sent again while tokens can't be verified", async () => {
    const unsure = publisher({ ...world, memberTokens: { verifyMember: async () => undefined } });
    expect(await unsure.subscribe(id, browser(bearer("mia").headers))).toMatchObject(
      problem(503, "temporarily_unavailable"),
    );
    expect(await counted()).toEqual({ clicks: 0, subscribers: 0 });
  });
});

describe("a repeated event", () => {
  const key = () => ({ "idempotency-key": randomUUID() });

  it("counts once with its key, however late; with another key it counts again", async () => {
    const headers = key();
    for (const pause of [0, 1, MINUTE, DAY]) {
      world.clock.forward(pause);
      expect((await olga.click(id, { headers })).status).toBe(204);
      expect((await olga.subscribe(id, { headers })).status).toBe(204);
    }
    expect(await counted()).toEqual({ clicks: 1, subscribers: 1 });
    await olga.click(id, { headers: key() });
    expect(await clicks()).toBe(2);
  });

  it("gets the first answer when the recommendation was deleted since, and has no effect with a new key", async () => {
    const headers = key();
    const calls = [() => olga.click(id, { headers }), () => olga.subscribe(id, { headers })];
    for (const call of calls) expect(await call()).toEqual(NOTED);
    await olga.remove(id);
    const again = { ...NOTED, headers: { "idempotency-replayed": "true" } };
    for (const call of calls) expect(await call()).toEqual(again);
    for (const headers of [{}, key()]) {
      expect(await olga.click(id, { headers })).toMatchObject(problem(404, "not_found"));
    }
    expect(await olga.subscribe(id, { headers: key() })).toMatchObject(problem(404, "not_found"));
  });

  it("is lost if its invocation is killed before it counts: a repetition does not count", async () => {
    const headers = key();
    const killed = Promise.withResolvers<void>();
    const addClick = () => {
      killed.resolve();
      return new Promise(() => undefined);
    };
    void publisher({ ...world, readerCounts: { addClick } as never }).click(id, { headers });
    await killed.promise;
    world.clock.forward(2 * MINUTE);
    expect(await olga.click(id, { headers })).toEqual({ ...NOTED, headers: { "idempotency-replayed": "true" } });
    expect(await clicks()).toBe(0);
  });

  it("is another one of each member, and of a browser, that sends the same key", async () => {
    const shared = key();
    for (const member of [bearer("mia").headers, bearer("noa").headers, {}]) {
      expect(await olga.click(id, { headers: { ...shared, ...member } })).toEqual(NOTED);
      expect(await olga.subscribe(id, { headers: { ...shared, ...member } })).toEqual(NOTED);
    }
    expect(await counted()).toEqual({ clicks: 3, subscribers: 3 });
  });

  it("is rejected with the key of an event at another recommendation", async () => {
    const headers = key();
    await olga.click(id, { headers });
    const other = await olga.added("carol");
    expect(await olga.click(other.id, { headers })).toMatchObject(problem(409, "idempotency_key_reused"));
    await olga.subscribe(id, { headers });
    expect(await olga.subscribe(other.id, { headers })).toMatchObject(problem(409, "idempotency_key_reused"));
    expect(await olga.click(id, { headers: { "idempotency-key": "x" } })).toMatchObject(
      problem(400, "idempotency_key_invalid"),
    );
  });
});
