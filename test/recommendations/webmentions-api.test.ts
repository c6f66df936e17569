import { describe, expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { olga, publisherOfEachTest, world } from "./publisher-of-tests.ts";
import { VIEWER_SECRET } from "./recommendations-world.ts";
import { sampleSite } from "./sample-mentions.ts";
import { verifiedBy } from "./verified-by.ts";

const TARGET = "https://alice.example/";
const SOURCE = "https://bob.example/.well-known/recommendations.json";

const log = capturedLog();
publisherOfEachTest();

const sent = () => world.webmentionReceiveQueue.sent.map(({ message }) => message);

/** The latest mention is verified, and found. */
async function verify(title: string | null = sampleSite.title): Promise<void> {
  world.clock.forward(MINUTE);
  await verifiedBy(world, sent().at(-1)?.mentionId ?? "", { kind: "found", site: { ...sampleSite, title } });
}

describe("POST /webmentions", () => {
  it("enters a mention and requests its verification: 202 without a Location", async () => {
    const answer = await olga.mention({ source: SOURCE, target: TARGET });
    expect(answer).toEqual({ status: 202, headers: {}, body: undefined });
    const [message] = sent();
    expect(await world.mentions.get(message?.mentionId ?? "")).toMatchObject({
      source: { href: SOURCE },
      target: TARGET,
      status: "new",
      workId: message?.requestId,
    });
  });

  it("spreads the verifications at one host, whatever its pages and the senders' addresses", async () => {
    for (let index = 0; index < 9; index += 1) await world.rates.source("bob.example", world.clock.now());
    for (const index of [1, 2]) {
      const source = `https://bob.example/${index}`;
      await olga.mention({ source, target: TARGET }, { sourceAddress: `192.0.2.${index}` });
    }
    expect(world.webmentionReceiveQueue.sent.map(({ delaySeconds }) => delaySeconds ?? 0)).toEqual([0, 60]);
    // Reconcile waits for a grace period after the delay.
    expect(await world.mentions.overdue(new Date(world.clock.now().getTime() + 10 * MINUTE), 100)).toHaveLength(1);
  });

  it("requests another verification when the same mention is sent again", async () => {
    await olga.mention({ source: SOURCE, target: TARGET });
    await olga.mention({ source: SOURCE, target: TARGET });
    expect(new Set(sent().map(({ mentionId }) => mentionId)).size).toBe(1);
    expect(new Set(sent().map(({ requestId }) => requestId)).size).toBe(2);
  });

  it("accepts any page of ours, and ignores further fields of the form", async () => {
    const target = "https://alice.example/page?x=1#y";
    const answer = await olga.mention({
      source: "http://bob.example/post",
      target,
      source_is_ghost: "true",
      vouch: "x",
    });
    expect(answer.status).toBe(202);
    expect(await world.mentions.get(sent()[0]?.mentionId ?? "")).toMatchObject({ target });
  });

  it("accepts addresses of two thousand characters, and keeps them as they were sent", async () => {
    const [source, target] = ["http://bob.example/", TARGET].map((begin) => begin.padEnd(2_000, "x"));
    expect((await olga.mention({ source: source ?? "", target: target ?? "" })).status).toBe(202);
    expect(await world.mentions.get(sent()[0]?.mentionId ?? "")).toMatchObject({ source: { href: source }, target });
  });

  it("accepts a form that the gateway passes on as text", async () => {
    expect((await olga.mention({ source: SOURCE, target: TARGET }, { base64: false })).status).toBe(202);
  });

  it.each<[string, string, string]>([
    ["nothing", "", "validation_error"],
    ["no source", `target=${TARGET}`, "validation_error"],
    ["no target", `source=${SOURCE}`, "validation_error"],
    ["two sources", `source=${SOURCE}&source=${SOURCE}&target=${TARGET}`, "validation_error"],
    ["two targets", `source=${SOURCE}&target=${TARGET}&target=${TARGET}`, "validation_error"],
    ["a source that is no address", `source=bob&target=${TARGET}`, "invalid_source"],
    ["a source too long", `source=https://bob.example/${"x".repeat(2_000)}&target=${TARGET}`, "invalid_source"],
    [
      "a source that the parser would shorten",
      `source=https://bob.example/${"%09".repeat(2_000)}&target=${TARGET}`,
      "invalid_source",
    ],
    [
      "a target that the parser would shorten",
      `source=${SOURCE}&target=${TARGET}${"./".repeat(1_000)}`,
      "invalid_target",
    ],
    ["a target that is no address", `source=${SOURCE}&target=/page`, "invalid_target"],
    ["the same address twice", `source=${TARGET}&target=${TARGET}`, "same_source_and_target"],
    [
      "the same address in another form",
      "source=https://ALICE.example&target=https://alice.example/%23part",
      "same_source_and_target",
    ],
    ["a target of another site", `source=${SOURCE}&target=https://carol.example/`, "foreign_target"],
  ])("rejects %s and stores nothing", async (_what, form, code) => {
    dynamo.requests.length = 0;
    expect(await olga.mention(form)).toMatchObject(problem(400, code));
    expect([dynamo.requests, sent()]).toEqual([[], []]);
  });

  it.each(["application/json", "text/plain", "multipart/form-data; boundary=x"])("rejects %s", async (type) => {
    const answer = await olga.mention({ source: SOURCE, target: TARGET }, { headers: { "content-type": type } });
    expect(answer).toMatchObject(problem(415, "unsupported_media_type"));
  });

  it("succeeds even if the queue fails: reconcile sends the message", async () => {
    world.webmentionReceiveQueue.failure = new Error("away");
    expect((await olga.mention({ source: SOURCE, target: TARGET })).status).toBe(202);
    expect(log.lines("send_left_to_reconcile")).toMatchObject([{ queue: "webmention-receive" }]);
    world.clock.forward(11 * MINUTE);
    expect(await world.mentions.overdue(world.clock.now(), 10)).toHaveLength(1);
  });
});

describe("the rate limit of mentions", () => {
  const mention = (index: number, more = {}) =>
    olga.mention({ source: `https://bob.example/${index}`, target: TARGET }, more);

  /** Counts mentions from an address, of the sixty that a minute allows. */
  async function counted(address: string, mentions = 60): Promise<void> {
    for (let count = 0; count < mentions; count += 1) await world.rates.webmention(address, world.clock.now());
  }

  it("is answered with 429 and Retry-After from one address, until the next minute", async () => {
    world.clock.forward(20_000);
    await counted("192.0.2.1");
    const refused = await mention(1, { sourceAddress: "192.0.2.1" });
    expect(refused).toMatchObject(problem(429, "rate_limited"));
    expect([refused.headers["retry-after"], sent()]).toEqual(["40", []]);
    expect((await mention(1, { sourceAddress: "192.0.2.2" })).status).toBe(202);
    world.clock.forward(40_000);
    expect((await mention(1, { sourceAddress: "192.0.2.1" })).status).toBe(202);
  });

  it("is by the viewer's address behind CloudFront, and a forged address has no effect", async () => {
    const through = (address: string, secret: string) => ({
      headers: { "cloudfront-viewer-address": `${address}:443`, "x-magpie-viewer": secret },
      sourceAddress: "192.0.2.1",
    });
    await counted("203.0.113.1");
    expect((await mention(1, through("203.0.113.1", VIEWER_SECRET))).status).toBe(429);
    expect((await mention(1, through("203.0.113.2", VIEWER_SECRET))).status).toBe(202);
    expect((await mention(1, through("203.0.113.1", "guessed"))).status).toBe(202);
    await counted("192.0.2.1", 59);
    expect((await mention(1, through("203.0.113.99", "guessed"))).status).toBe(429);
  });

  it("does not count mentions that are rejected for their content", async () => {
    await counted("192.0.2.1", 59);
    const sourceAddress = "192.0.2.1";
    for (let index = 0; index < 3; index += 1) await olga.mention({ source: "x", target: TARGET }, { sourceAddress });
    expect((await mention(1, { sourceAddress })).status).toBe(202);
  });
});

describe("GET /v1/incoming-recommendations", () => {
  const incoming = async (query: Record<string, string> = {}) => (await olga.incoming(query)).body;
  const urls = async () => (await incoming()).recommendations.map(({ url }: { url: string }) => url);

  it("shows a site whose list mentions us, and whether we recommend it", async () => {
    await olga.mention({ source: SOURCE, target: TARGET });
    expect(await incoming()).toEqual({
      recommendations: [],
      meta: { pagination: { page: 1, limit: 5, pages: 0, total: 0, prev: null, next: null } },
    });
    await verify();
    const shown = {
      id: sent()[0]?.mentionId,
      title: "Another site",
      excerpt: null,
      featured_image: null,
      favicon: "https://other.example/icon.png",
      url: "https://bob.example/",
      recommending_back: false,
    };
    expect(await incoming()).toEqual({
      recommendations: [shown],
      meta: { pagination: { page: 1, limit: 5, pages: 1, total: 1, prev: null, next: null } },
    });
    await olga.added("bob", { url: "http://www.bob.example/?x" });
    expect((await incoming()).recommendations).toEqual([{ ...shown, recommending_back: true }]);
  });

  it("names a site without a title by its host, and keeps the path of its site", async () => {
    await olga.mention({ source: "https://bob.example/blog/.well-known/recommendations.json?x=1", target: TARGET });
    await verify(null);
    expect((await incoming()).recommendations).toMatchObject([
      { title: "bob.example", url: "https://bob.example/blog" },
    ]);
  });

  it("shows neither other pages nor gone mentions", async () => {
    await olga.mention({ source: "https://carol.example/post", target: TARGET });
    await verify();
    await olga.mention({ source: SOURCE, target: TARGET });
    await verify();
    expect(await urls()).toEqual(["https://bob.example/"]);
    await verifiedBy(world, sent().at(-1)?.mentionId ?? "", { kind: "not_found" });
    expect(await urls()).toEqual([]);
  });

  it("has pages, the latest first", async () => {
    for (let index = 0; index < 3; index += 1) {
      await olga.mention({ source: `https://s${index}.example/.well-known/recommendations.json`, target: TARGET });
      await verify();
    }
    const { recommendations, meta } = await incoming({ page: "2", limit: "2" });
    expect(recommendations.map(({ url }: { url: string }) => url)).toEqual(["https://s0.example/"]);
    expect(meta.pagination).toEqual({ page: 2, limit: 2, pages: 2, total: 3, prev: 1, next: null });
    expect(await olga.incoming({ limit: "all" })).toMatchObject(problem(400, "validation_error"));
  });
});
