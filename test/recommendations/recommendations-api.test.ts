import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { recommendationsRoutes } from "../../lambdas/recommendations/routes.ts";
import type { Route } from "../../lambdas/shared/http/route.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import { interceptedClient } from "../emulators/intercepted-client.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import { shownBy } from "./changes-world.ts";
import { olga, publisherOfEachTest, world } from "./publisher-of-tests.ts";
import { publisher, recommendationsApi, recommendationsTables } from "./recommendations-world.ts";

const NO_ID = "00000000-0000-8000-8000-000000000000";

const log = capturedLog();
publisherOfEachTest();

const published = () => shownBy(world.bucket.document());
/** The notified targets, in order. */
const told = () => world.webmentionSendQueue.sent.map(({ message }) => message.target);
const refreshes = () => world.metadataQueue.sent.map(({ message }) => message.recommendationId);

/** The list's page without its rows. */
async function totalOf(): Promise<number> {
  return (await olga.list()).body.meta.pagination.total;
}

const OF_ONE = Object.values(recommendationsRoutes)
  .map((route: Route) => [`${route.method} ${route.path}`, route] as const)
  .filter(([key]) => key.includes("{id}"));

it.each(OF_ONE)("%s does not know an unknown id", async (route, of) => {
  const caller = of.access === "public" ? { user: null } : { user: "olga", groups: ["admin"] };
  const body = of.body && { recommendations: [{ title: "T" }], hidden: true };
  const headers = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" };
  for (const id of [NO_ID, "1", "directory", "a#b", "__proto__", "x".repeat(3_000)]) {
    const answer = await recommendationsApi(world)({
      route,
      params: { id },
      headers,
      ...caller,
      ...(body && { body }),
    });
    expect(answer).toMatchObject(problem(404, "not_found"));
  }
});

describe("POST /v1/recommendations", () => {
  it("creates a recommendation: answered, published, announced and queued for a refresh", async () => {
    const { status, headers, body } = await olga.add("bob", { title: " Bob ", url: "HTTPS://Bob.example?ref=x#y" });
    const [{ id }] = body.recommendations;
    expect({ status, location: headers.location, body }).toEqual({
      status: 201,
      location: `/v1/recommendations/${id}`,
      body: {
        recommendations: [
          {
            id,
            title: "Bob",
            description: null,
            excerpt: null,
            featured_image: null,
            favicon: null,
            url: "https://bob.example/?ref=x#y",
            one_click_subscribe: false,
            created_at: "2026-11-20T03:00:00.000Z",
            updated_at: null,
          },
        ],
      },
    });
    expect((await olga.get(id)).body).toEqual(body);
    expect(published()).toEqual(["https://bob.example/?ref=x#y"]);
    expect(told()).toEqual(["https://bob.example/?ref=x#y"]);
    expect(refreshes()).toEqual([id]);
    expect(log.lines("publish_deferred_to_reconcile")).toEqual([]);
  });

  it("accepts every field, and dates in whole seconds", async () => {
    world.clock.forward(1_999);
    const fields = {
      description: "Why",
      excerpt: "What",
      featured_image: "https://bob.example/i.png",
      favicon: "https://bob.example/f.png",
      one_click_subscribe: true,
    };
    const added = await olga.added("bob", fields);
    expect(added).toMatchObject({ ...fields, created_at: at(1_000).toISOString() });
    expect((await olga.get(added.id)).body.recommendations).toEqual([added]);
  });

  it("rejects a field and stores nothing", async () => {
    const body = { recommendations: [{ url: "https://a.example/" }] };
    const answer = await olga.send({ route: "POST /v1/recommendations", body });
    expect(answer).toMatchObject(problem(400, "validation_error"));
    expect(answer.body.errors).toMatchObject([{ path: "recommendations.0.title" }]);
    expect([await totalOf(), told(), world.bucket.documents]).toEqual([0, [], []]);
  });

  it("rejects a site that is already recommended, under any of its addresses, and names the recommendation", async () => {
    const { id } = await olga.added("bob", { url: "https://www.bob.example/blog/" });
    const answer = await olga.add("bob", { url: "http://bob.example:8080/blog?x=1" });
    expect(answer).toMatchObject(problem(400, "duplicate_url"));
    expect(answer.body.recommendation_id).toBe(id);
    expect(await totalOf()).toBe(1);
    expect((await olga.add("bob", { url: "https://bob.example/Blog" })).status).toBe(201);
  });

  it("stores nothing of a rejected request", async () => {
    await olga.added("bob");
    const discarded: string[] = [];
    const { recommendations } = world;
    const watched = {
      create: recommendations.create.bind(recommendations),
      get: recommendations.get.bind(recommendations),
      isKnown: recommendations.isKnown.bind(recommendations),
      discard: async (id: string) => {
        discarded.push(id);
        await recommendations.discard(id);
      },
    };
    await publisher({ ...world, recommendations: watched as never }).add("bob");
    expect(discarded).toHaveLength(1);
    expect(await olga.deliveries(discarded[0] ?? "")).toMatchObject(problem(404, "not_found"));
  });

  it("accepts a deleted site again: with a new id, and counts of zero", async () => {
    const first = await olga.added("bob");
    await olga.click(first.id);
    await olga.remove(first.id);
    const second = await olga.added("bob");
    expect(second.id).not.toBe(first.id);
    const { body } = await olga.list({ include: "count.clicks,count.subscribers" });
    expect(body.recommendations).toEqual([{ ...second, count: { clicks: 0, subscribers: 0 } }]);
  });

  it("repeats the first answer to a repeated request, and has one effect", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const first = await olga.add("bob", {}, headers);
    dynamo.requests.length = 0;
    const second = await olga.add("bob", {}, headers);
    // The answer is stored with the key.
    expect(dynamo.requests).toEqual(["PutItemCommand", "GetItemCommand"]);
    expect(second).toEqual({ ...first, headers: { ...first.headers, "idempotency-replayed": "true" } });
    expect([await totalOf(), told()]).toEqual([1, ["https://bob.example/"]]);
    expect(await olga.add("carol", {}, headers)).toMatchObject(problem(409, "idempotency_key_reused"));
  });

  it("succeeds even if the queues and the bucket fail, and logs the work left to reconcile", async () => {
    world.metadataQueue.failure = new Error("away");
    const { documents } = world;
    const away = { md5: () => Promise.reject(new Error("away")), replace: documents.replace.bind(documents) };
    const answer = await publisher({ ...world, documents: away as never }).add("bob");
    expect(answer.status).toBe(201);
    expect(log.lines("publish_deferred_to_reconcile")).toHaveLength(1);
    expect(log.lines("send_left_to_reconcile")).toHaveLength(1);
  });
});

describe("PUT /v1/recommendations/{id}", () => {
  beforeEach(() => world.clock.forward(MINUTE));

  it("changes only the fields that are sent, and notifies the site", async () => {
    const bob = await olga.added("bob", { description: "Why", excerpt: "What" });
    world.clock.forward(MINUTE);
    const answer = await olga.put(bob.id, { title: "Robert", excerpt: null });
    const changed = { ...bob, title: "Robert", excerpt: null, updated_at: at(2 * MINUTE).toISOString() };
    expect(answer).toMatchObject({ status: 200, body: { recommendations: [changed] } });
    expect((await olga.get(bob.id)).body.recommendations).toEqual([changed]);
    expect(told()).toEqual([bob.url, bob.url]);
    expect(refreshes()).toEqual([bob.id, bob.id]);
    expect(JSON.parse(world.bucket.document() ?? "")).toEqual([
      { url: bob.url, updated_at: changed.updated_at, created_at: bob.created_at },
    ]);
  });

  it("notifies both sites of a new address", async () => {
    const bob = await olga.added("bob");
    await olga.put(bob.id, { url: "https://robert.example/" });
    expect(told()).toEqual([bob.url, bob.url, "https://robert.example/"]);
    expect(published()).toEqual(["https://robert.example/"]);
    // The old address is free again.
    expect((await olga.add("bob")).status).toBe(201);
  });

  it("drops the old site's values at another site, and keeps the publisher's", async () => {
    const facts = {
      title: "Bob",
      description: "Found",
      icon: "https://bob.example/i.png",
      allow_external_signup: true,
    };
    world.sites["https://bob.example/members/api/site"] = { site: facts };
    const bob = await olga.added("bob", { favicon: "https://mine.example/i.png", description: "Why" });
    const [found] = (await olga.check(bob.url)).body.recommendations;
    expect(found).toMatchObject({ excerpt: "Found", one_click_subscribe: true, favicon: "https://mine.example/i.png" });

    const [samePlace] = (await olga.put(bob.id, { url: "http://www.bob.example/?x" })).body.recommendations;
    expect(samePlace).toMatchObject({ excerpt: "Found", one_click_subscribe: true });
    const [moved] = (await olga.put(bob.id, { url: "https://robert.example/" })).body.recommendations;
    const kept = { title: "bob", description: "Why", favicon: "https://mine.example/i.png" };
    expect(moved).toMatchObject({ ...kept, excerpt: null, one_click_subscribe: false });
    expect((await olga.get(bob.id)).body.recommendations).toEqual([moved]);
  });

  it("keeps the publisher's fields while another request moves it to another site", async () => {
    const facts = { title: "Bob", description: "Found", allow_external_signup: false };
    world.sites["https://bob.example/members/api/site"] = { site: facts };
    const bob = await olga.added("bob");
    expect((await olga.check(bob.url)).body.recommendations).toMatchObject([{ excerpt: "Found" }]);
    let updates = 0;
    const client = interceptedClient(dynamo, async ({ command }, forward) => {
      const answer = await forward();
      if (command !== "UpdateItemCommand") return answer;
      updates += 1;
      // The directory has the new address.
      if (updates === 1) await olga.put(bob.id, { excerpt: "Mine" });
      return answer;
    });
    await publisher({ ...world, ...recommendationsTables(client) }).put(bob.id, { url: "https://robert.example/" });
    expect(updates).toBeGreaterThan(1);
    const [both] = (await olga.get(bob.id)).body.recommendations;
    expect(both).toMatchObject({ url: "https://robert.example/", excerpt: "Mine" });
  });

  it("neither writes nor notifies when nothing changes", async () => {
    const bob = await olga.added("bob", { description: "Why", excerpt: "Mine" });
    const before = [told().length, world.bucket.documents.length, refreshes().length];
    dynamo.requests.length = 0;
    const answer = await olga.put(bob.id, {
      title: "bob",
      description: "Why",
      excerpt: "Mine",
      favicon: null,
      url: bob.url,
    });
    expect(answer).toMatchObject({ status: 200, body: { recommendations: [bob] } });
    expect((await olga.put(bob.id, {})).body.recommendations).toEqual([bob]);
    expect([told().length, world.bucket.documents.length, refreshes().length]).toEqual(before);
    expect(dynamo.requests.every((command) => command === "GetItemCommand")).toBe(true);
  });

  it("rejects an address of another recommendation, and accepts its own in another form", async () => {
    const bob = await olga.added("bob");
    const carol = await olga.added("carol");
    const answer = await olga.put(bob.id, { url: "http://www.carol.example/?x" });
    expect(answer).toMatchObject(problem(400, "duplicate_url"));
    expect(answer.body.recommendation_id).toBe(carol.id);
    expect((await olga.get(bob.id)).body.recommendations).toEqual([bob]);
    expect(await olga.put(bob.id, { url: "http://www.bob.example/?x" })).toMatchObject({
      status: 200,
      body: { recommendations: [{ url: "http://www.bob.example/?x" }] },
    });
  });

  it("rejects a field", async () => {
    const bob = await olga.added("bob");
    expect(await olga.put(bob.id, { title: null })).toMatchObject(problem(400, "validation_error"));
  });
});

describe("DELETE /v1/recommendations/{id}", () => {
  it("removes it from every answer and notifies its site; a second time it is not found", async () => {
    const bob = await olga.added("bob");
    expect(await olga.remove(bob.id)).toEqual({ status: 204, headers: {}, body: undefined });
    expect(await olga.get(bob.id)).toMatchObject(problem(404, "not_found"));
    expect(await olga.put(bob.id, { title: "T" })).toMatchObject(problem(404, "not_found"));
    expect(await olga.click(bob.id)).toMatchObject(problem(404, "not_found"));
    expect(await olga.remove(bob.id)).toMatchObject(problem(404, "not_found"));
    expect([await totalOf(), published(), told()]).toEqual([0, [], [bob.url, bob.url]]);
  });
});
