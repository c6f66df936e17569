import { describe, expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { problem } from "../emulators/feature-api.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { olga, publisherOfEachTest, world } from "./publisher-of-tests.ts";

capturedLog();
publisherOfEachTest();

/** The notified targets, in order. */
const told = () => world.webmentionSendQueue.sent.map(({ message }) => message.target);

describe("GET /v1/recommendations/{id}/deliveries", () => {
  it("lists the deliveries, also those of a deleted recommendation", async () => {
    const bob = await olga.added("bob");
    await olga.put(bob.id, { url: "https://robert.example/" });
    const pending = { endpoint: null, status: "pending", attempts: 0, last_status_code: null, last_attempt_at: null };
    const deliveries = [
      { target: "https://bob.example/", ...pending },
      { target: "https://robert.example/", ...pending },
    ];
    expect(await olga.deliveries(bob.id)).toMatchObject({ status: 200, body: { deliveries } });
    await olga.remove(bob.id);
    expect((await olga.deliveries(bob.id)).body).toEqual({ deliveries });
  });
});

describe("POST /v1/recommendations/{id}/announce", () => {
  it("notifies the site again, whatever the earlier outcome, and changes nothing else", async () => {
    const bob = await olga.added("bob");
    const [delivery] = await world.deliveries.list(bob.id);
    if (delivery === undefined) throw new Error("There is no delivery.");
    await world.deliveries.finish(delivery, "failed", {
      endpoint: null,
      statusCode: 404,
      code: "not_found",
      at: world.clock.now(),
    });
    const document = world.bucket.document();
    expect(await olga.announce(bob.id)).toMatchObject({ status: 202, body: undefined });
    expect(told()).toEqual([bob.url, bob.url]);
    const [again] = await world.deliveries.list(bob.id);
    expect(again).toMatchObject({ status: "pending", attempts: 0 });
    expect(world.webmentionSendQueue.sent.at(-1)?.message).toMatchObject({ announcementId: again?.workId });
    expect(again?.workId).not.toBe(delivery.workId);
    expect((await olga.get(bob.id)).body.recommendations).toEqual([bob]);
    expect(world.bucket.document()).toBe(document);
    expect((await world.directory.read()).announcements).toEqual([]);
  });

  it("rejects an unknown recommendation, also one that was deleted", async () => {
    const bob = await olga.added("bob");
    await olga.remove(bob.id);
    expect(await olga.announce(bob.id)).toMatchObject(problem(404, "not_found"));
    expect(await olga.announce("bob")).toMatchObject(problem(404, "not_found"));
  });
});

describe("GET /v1/deliveries", () => {
  const targets = async (query: Record<string, string> = {}) => {
    const found: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await olga.allDeliveries({ limit: "2", ...query, ...(cursor === "" ? {} : { cursor }) });
      found.push(...body.deliveries.map(({ target }: { target: string }) => target));
      cursor = body.next_cursor;
    }
    return found;
  };

  it("lists the deliveries of all recommendations, the latest announced first, by status", async () => {
    const sites: { id: string; url: string }[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) {
      sites.push(await olga.added(name));
      world.clock.forward(MINUTE);
    }
    const [a, b, c, d, e] = sites.map(({ url }) => url);
    for (const [index, status] of (["failed", "no_endpoint", "sent"] as const).entries()) {
      const [delivery] = await world.deliveries.list(sites[index]?.id ?? "");
      if (delivery === undefined) throw new Error("There is no delivery.");
      const attempt = { endpoint: null, statusCode: 200, code: null, at: world.clock.now() };
      expect(await world.deliveries.finish(delivery, status, attempt)).toBe(true);
    }
    expect(await targets()).toEqual([e, d, c, b, a]);
    expect(await targets({ status: "failed" })).toEqual([a]);
    expect(await targets({ status: "pending" })).toEqual([e, d]);
    await olga.announce(sites[0]?.id ?? "");
    expect(await targets()).toEqual([a, e, d, c, b]);
    expect(await targets({ status: "failed" })).toEqual([]);
    world.clock.forward(MINUTE);
    await olga.remove(sites[1]?.id ?? "");
    expect((await olga.allDeliveries({ limit: "1" })).body.deliveries).toEqual([
      {
        recommendation_id: sites[1]?.id,
        target: b,
        endpoint: null,
        status: "pending",
        attempts: 0,
        last_status_code: null,
        last_attempt_at: null,
      },
    ]);
  });

  it("rejects an unknown status, and another list's cursor", async () => {
    await olga.added("a");
    await olga.added("b");
    const { next_cursor } = (await olga.allDeliveries({ limit: "1" })).body;
    expect(await olga.allDeliveries({ status: "lost" })).toMatchObject(problem(400, "validation_error"));
    expect(await olga.allDeliveries({ cursor: next_cursor, status: "sent" })).toMatchObject(
      problem(400, "invalid_cursor"),
    );
    const ofPending = (await olga.allDeliveries({ limit: "1", status: "pending" })).body.next_cursor;
    const sent = await olga.allDeliveries({ cursor: ofPending, status: "sent" });
    expect(sent).toMatchObject(problem(400, "invalid_cursor"));
  });
});

describe("GET /v1/settings", () => {
  const settings = async () => (await olga.anybody({ route: "GET /v1/settings" })).body;
  const site = {
    title: "Alice's site",
    url: "https://alice.example/",
    description: "What Alice reads.",
    icon: "https://alice.example/icon.png?a=1&b=2",
    logo: "https://alice.example/logo.svg",
    accent_color: "#0b57a4",
  };

  it("enables recommendations while there are any", async () => {
    expect(await settings()).toEqual({ recommendations_enabled: false, site });
    const bob = await olga.added("bob");
    expect(await settings()).toEqual({ recommendations_enabled: true, site });
    await olga.remove(bob.id);
    expect(await settings()).toEqual({ recommendations_enabled: false, site });
  });
});
