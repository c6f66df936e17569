import { ListMessageMoveTasksCommand, StartMessageMoveTaskCommand } from "@aws-sdk/client-sqs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SiteFault } from "../../../lib/local/sites/simulated-site.ts";
import type { StockAnswer } from "../api-client.ts";
import { isRequestFor, System, sqsOf } from "../system.ts";
import { until } from "../until.ts";
import { deadLettered, deadLetters, FAILED } from "./dead-lettered-deck.ts";

const DLQ_ARN = "arn:aws:sqs:us-east-1:000000000000:local-oembed-fetch-dlq";

let system: System;

beforeAll(async () => {
  system = await System.start();
});

afterAll(() => system.close());

afterEach(async () => {
  system.sites.clearFaults();
  await system.queue.dropDeadLetters();
});

describe("a provider that answers 503 four times", () => {
  it("can be redriven by StartMessageMoveTask at the local endpoint, too", async () => {
    const url = "https://www.docswell.com/s/ada/MV12ND";
    const { user, id } = await deadLettered(system, url);
    const sqs = sqsOf(system.outputs);
    system.sites.clearFaults();
    const { TaskHandle } = await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: DLQ_ARN }));
    expect(TaskHandle).toMatch(/./);
    await until(
      "the redriven stock is ready",
      () => user.stock(id),
      ({ status }) => status === "ready",
    );
    const { Results } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: DLQ_ARN }));
    expect(Results?.[0]).toMatchObject({ Status: "COMPLETED", ApproximateNumberOfMessagesMoved: 1 });
    await system.queue.idle();
    expect(await deadLetters(system)).toEqual([]);
  });

  it("makes a new dead letter when it still fails after the redrive, and the stock stays failed", async () => {
    const url = "https://speakerdeck.com/ada/still-broken";
    const { user, id } = await deadLettered(system, url);
    await system.admin.call("POST", "/v1/ops/queues/oembed-fetch/redrive");
    await until(
      "eight fetches in all",
      () => system.fetches(url).length,
      (count) => count === 8,
    );
    await until(
      "the dead letter is back",
      () => system.admin.fetchQueue(),
      (queue) => queue.dlq_depth === 1 && queue.in_flight + queue.depth === 0,
    );
    expect((await user.stock(id)).status).toBe("failed");
    expect(system.fetches(url)).toHaveLength(8);
  });

  it("has four attempts again after a redrive: one more 503 does not end it", async () => {
    const url = "https://speakerdeck.com/ada/half-mended";
    const { user, id } = await deadLettered(system, url);
    system.sites.clearFaults();
    system.sites.fault(isRequestFor(url), { kind: "status", status: 503 }, 1);
    await system.admin.call("POST", "/v1/ops/queues/oembed-fetch/redrive");
    await until(
      "the redriven stock is ready",
      () => user.stock(id),
      ({ status }) => status === "ready",
    );
    expect(system.fetches(url)).toHaveLength(6);
  });

  it("is fetched again when the failed deck is saved again", async () => {
    const url = "https://speakerdeck.com/ada/second-chance";
    const { user, id } = await deadLettered(system, url);
    system.sites.clearFaults();
    const again = await user.call<StockAnswer>("POST", "/v1/stocks", { url });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ id, status: "pending" });
    expect(again.body).not.toHaveProperty("failure");
    expect((await user.settled(id)).status).toBe("ready");
  });

  it("does not fail a Google deck: it is ready without its title", async () => {
    const url = "https://docs.google.com/presentation/d/1GoogleIsAwayForAllFourAttempts";
    const user = await system.newUser();
    system.sites.fault(isRequestFor(url), { kind: "status", status: 503 });
    const { id } = await user.save(url);
    expect(await user.settled(id)).toMatchObject({ status: "ready", title: null, embed_url: `${url}/embed` });
    expect(system.fetches(url)).toHaveLength(4);
    await system.queue.idle();
    expect(await deadLetters(system)).toEqual([]);
  });
});

describe("a transient failure", () => {
  it.each<[string, SiteFault]>([
    ["a cut connection", { kind: "cut" }],
    ["a reset connection", { kind: "reset" }],
    ["429", { kind: "status", status: 429 }],
  ])("(%s) costs one attempt and no more", async (what, fault) => {
    const url = `https://speakerdeck.com/passing/${what.replaceAll(" ", "-")}`;
    const user = await system.newUser();
    system.sites.fault(isRequestFor(url), fault, 1);
    const { id } = await user.save(url);
    expect(await user.settled(id)).toMatchObject({ status: "ready", title: system.sites.deck(url).title });
    expect(system.fetches(url)).toHaveLength(2);
  });

  it("waits as long as Retry-After", async () => {
    const url = "https://speakerdeck.com/passing/come-back-later";
    const user = await system.newUser();
    // 150 s, scaled 1.5; without the header the first wait is 20 s plus up to 50 %, scaled 0.2 to 0.3.
    system.sites.fault(isRequestFor(url), { kind: "status", status: 503, retryAfter: 150 }, 1);
    const { id } = await user.save(url);
    expect((await user.settled(id)).status).toBe("ready");
    const [first, second] = system.fetches(url).map(({ at }) => at);
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(1_490);
  });

  it("waits longer from attempt to attempt", async () => {
    const url = "https://speakerdeck.com/passing/growing-waits";
    const user = await system.newUser();
    system.sites.fault(isRequestFor(url), { kind: "status", status: 500 }, 3);
    const { id } = await user.save(url);
    expect((await user.settled(id)).status).toBe("ready");
    const at = system.fetches(url).map((request) => request.at);
    expect(at).toHaveLength(4);
    // At least half of 20, 60 and 180 s, scaled.
    for (const [index, least] of [100, 300, 900].entries()) {
      expect(Number(at[index + 1]) - Number(at[index])).toBeGreaterThanOrEqual(least - 10);
    }
  });
});

describe("a permanent failure", () => {
  it.each<[string, SiteFault, string]>([
    ["no such deck", { kind: "status", status: 404 }, "not_found"],
    ["a deck that is gone", { kind: "status", status: 410 }, "gone"],
    ["a forbidden deck", { kind: "status", status: 403 }, "forbidden"],
    ["HTML instead of JSON", { kind: "html" }, "not_json"],
    ["half of a JSON text", { kind: "malformed_json" }, "malformed_json"],
    ["50 MB", { kind: "big", bytes: 50 * 1024 * 1024 }, "too_large"],
    ["a gzip bomb", { kind: "gzip_bomb", bytes: 50 * 1024 * 1024 }, "too_large"],
    ["a redirect loop", { kind: "redirect_loop" }, "too_many_redirects"],
    ["a redirect to another host", { kind: "redirect", location: "https://evil.test/x" }, "unexpected_redirect"],
    ["a redirect into this machine", { kind: "redirect", location: "http://127.0.0.1/x" }, "blocked_address"],
  ])("(%s) fails the stock at once, without a dead letter", async (what, fault, code) => {
    const url = `https://speakerdeck.com/lasting/${what.replaceAll(/\W+/g, "-")}`;
    const user = await system.newUser();
    system.sites.fault(isRequestFor(url), fault);
    const { id } = await user.save(url);
    expect(await user.settled(id)).toMatchObject({
      status: "failed",
      title: null,
      embed_url: null,
      failure: { code, message: FAILED },
    });
    await system.queue.idle();
    expect(await deadLetters(system)).toEqual([]);
    // A redirect loop is followed five times; all other failures get one request.
    expect(system.fetches(url)).toHaveLength(fault.kind === "redirect_loop" ? 6 : 1);
  });

  it("is never read as a title at Google: a private deck is ready without one", async () => {
    const url = "https://docs.google.com/presentation/d/1APrivateDeckThatAsksToSignIn";
    const user = await system.newUser();
    system.sites.makePrivate(url);
    const { id } = await user.save(url);
    expect(await user.settled(id)).toMatchObject({ status: "ready", title: null, embed_url: `${url}/embed` });
    expect(system.sites.requests(({ host }) => host === "accounts.google.com")).toEqual([]);
  });

  it.each<[string, SiteFault]>([
    ["50 MB", { kind: "big", bytes: 50 * 1024 * 1024 }],
    ["a gzip bomb", { kind: "gzip_bomb", bytes: 50 * 1024 * 1024 }],
    ["404", { kind: "status", status: 404 }],
    ["a redirect loop", { kind: "redirect_loop" }],
  ])("(%s) of a Google deck's page only costs the title", async (what, fault) => {
    const url = `https://docs.google.com/presentation/d/1GoogleTrouble-${Buffer.from(what).toString("hex").padEnd(25, "0")}`;
    const user = await system.newUser();
    system.sites.fault(isRequestFor(url), fault);
    const { id } = await user.save(url);
    expect(await user.settled(id)).toMatchObject({ status: "ready", title: null, embed_url: `${url}/embed` });
  });
});

describe("a poison message", () => {
  it.each([
    ["an unknown schemaVersion", (body: Record<string, unknown>) => JSON.stringify({ ...body, schemaVersion: 2 })],
    ["an unknown provider", (body: Record<string, unknown>) => JSON.stringify({ ...body, provider: "slideshare" })],
    ["no JSON", () => "this is no JSON"],
  ])("(%s) ends in the DLQ unchanged, without a fetch, again after a redrive", async (_what, made) => {
    const url = "https://speakerdeck.com/ada/not-understood";
    const body = made({
      schemaVersion: 1,
      stockId: "none",
      originalUrl: url,
      canonicalUrl: url,
      provider: "speakerdeck",
      userId: "nobody",
      fetchId: "none",
    });
    await system.queue.send(body);
    const [first] = await until(
      "it is in the DLQ",
      () => system.queue.deadLetters(),
      (letters) => letters.length > 0,
    );
    expect(first?.Body).toBe(body);

    await system.admin.call("POST", "/v1/ops/queues/oembed-fetch/redrive");
    // A redrive sends it as a new message with another id.
    const again = await until(
      "it is in the DLQ again",
      () => system.queue.deadLetters(),
      ([letter]) => letter !== undefined && letter.MessageId !== first?.MessageId,
    );
    expect(again.map(({ Body }) => Body)).toEqual([body]);
    expect(system.fetches(url)).toEqual([]);
  });
});
