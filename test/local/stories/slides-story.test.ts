import { ListMessageMoveTasksCommand, StartMessageMoveTaskCommand } from "@aws-sdk/client-sqs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { magpie } from "../../cli/command-line.ts";
import type { SiteFault } from "../../upstreams/simulated-site.ts";
import type { Problem, StockAnswer, StockPage } from "../api-client.ts";
import { isRequestFor, System, sqsOf } from "../system.ts";
import { until } from "../until.ts";

const DLQ_ARN = "arn:aws:sqs:us-east-1:000000000000:local-oembed-fetch-dlq";
const FAILED = "メタデータの取得に失敗しました";
const GOOGLE = "https://docs.google.com/presentation/d/1StoryOfADeckThatIsLongEnough";

let system: System;

beforeAll(async () => {
  system = await System.start();
});

afterAll(() => system.close());

afterEach(async () => {
  system.sites.clearFaults();
  await system.queue.dropDeadLetters();
});

/** The body of a dead letter, parsed. */
async function deadLetters(): Promise<unknown[]> {
  return (await system.queue.deadLetters()).map(({ Body }) => JSON.parse(Body ?? ""));
}

/** The alarm on dead letters as administrators see it. */
async function deadLetterAlarm() {
  const { body } = await system.admin.call<{ alarms: { name: string; state: string; runbook: string }[] }>(
    "GET",
    "/v1/ops/alarms",
  );
  return body.alarms.find(({ name }) => name === "oembed-fetch-dead-letters");
}

/** A deck that failed four times and whose message is in the DLQ. */
async function deadLettered(url: string) {
  const user = await system.newUser();
  system.sites.fault(isRequestFor(url), { kind: "status", status: 503 });
  const { id } = await user.save(url);
  const failed = await user.settled(id);
  await until("the dead letter is there", deadLetters, (letters) => letters.length === 1);
  return { user, id, failed };
}

describe("an existing deck", () => {
  it.each([
    ["speakerdeck", "https://speakerdeck.com/ada/first-deck", "https://speakerdeck.com/ada/first-deck"],
    ["docswell", "https://www.docswell.com/s/ada-l/AB12CD-a-talk/7", "https://www.docswell.com/s/ada-l/AB12CD"],
    ["google_slides", `${GOOGLE}/edit?usp=sharing#slide=id.p`, GOOGLE],
  ])("of %s becomes ready with the provider's fields", async (provider, original, canonical) => {
    const user = await system.newUser();
    const created = await user.call<StockAnswer>("POST", "/v1/stocks", { url: original, memo: "später" });
    const { id } = created.body;
    const deck = system.sites.deck(canonical);

    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe(`/v1/stocks/${id}`);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[\w-]{8,}$/),
      provider,
      original_url: original,
      canonical_url: canonical,
      status: "pending",
      title: null,
      author_name: null,
      thumbnail_url: null,
      embed_url: null,
      memo: "später",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: created.body.created_at,
    });
    const ready = await user.settled(id);
    expect(ready).toEqual({
      ...created.body,
      status: "ready",
      title: deck.title,
      author_name: deck.authorName,
      embed_url: deck.embedUrl,
      updated_at: ready.updated_at,
    });
    expect(system.fetches(canonical)).toHaveLength(1);
  });

  it("is one stock and one fetch, whatever form of its address is pasted", async () => {
    const user = await system.newUser();
    const first = await user.save("http://www.speakerdeck.com/ada/twice/?slide=3");
    await user.settled(first.id);
    const again = await user.call<StockAnswer>("POST", "/v1/stocks", { url: "https://speakerdeck.com/ada/twice" });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ id: first.id, status: "ready", original_url: first.original_url });
    expect(system.fetches("https://speakerdeck.com/ada/twice")).toHaveLength(1);
  });
});

describe("a provider that answers 503 four times", () => {
  it("leaves the stock failed and one dead letter, which a redrive makes ready", async () => {
    const url = "https://speakerdeck.com/ada/unlucky";
    const { user, id, failed } = await deadLettered(url);

    expect(failed).toMatchObject({ status: "failed", failure: { code: "upstream_error", message: FAILED } });
    expect(system.fetches(url)).toHaveLength(4);
    const sub = JSON.parse(Buffer.from(user.token.split(".")[1] ?? "", "base64url").toString()).sub;
    expect(await deadLetters()).toEqual([
      {
        schemaVersion: 1,
        stockId: id,
        originalUrl: url,
        canonicalUrl: url,
        provider: "speakerdeck",
        userId: sub,
        fetchId: expect.any(String),
      },
    ]);
    expect(await system.admin.fetchQueue()).toMatchObject({ depth: 0, in_flight: 0, dlq_depth: 1 });
    const ringing = await until("the alarm rings", deadLetterAlarm, (alarm) => alarm?.state === "alarm");
    expect(ringing).toMatchObject({ runbook: "docs/runbook.md#oembed-fetch-dead-letters" });
    const doctor = await magpie(system.dataFolder, ["doctor", "--json"]);
    expect(doctor.code).toBe(1);
    const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; status: string }[] };
    expect(checks.filter(({ status }) => status === "fail").map(({ name }) => name)).toEqual([
      "dead-letters",
      "alarms",
    ]);

    system.sites.clearFaults();
    const redrive = await system.admin.call("POST", "/v1/ops/queues/oembed-fetch/redrive");
    expect(redrive.status).toBe(202);
    const ready = await until(
      "the redriven stock is ready",
      () => user.stock(id),
      (stock) => stock.status === "ready",
    );
    expect(ready).toMatchObject({ title: system.sites.deck(url).title });
    expect(ready).not.toHaveProperty("failure");
    await system.queue.idle();
    expect((await system.admin.fetchQueue()).dlq_depth).toBe(0);
    expect(system.fetches(url)).toHaveLength(5);
    await until("the alarm is over", deadLetterAlarm, (alarm) => alarm?.state === "ok");
  });

  it("can be redriven by StartMessageMoveTask at the local endpoint, too", async () => {
    const url = "https://www.docswell.com/s/ada/MV12ND";
    const { user, id } = await deadLettered(url);
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
    expect(await deadLetters()).toEqual([]);
  });

  it("makes a new dead letter when it still fails after the redrive, and the stock stays failed", async () => {
    const url = "https://speakerdeck.com/ada/still-broken";
    const { user, id } = await deadLettered(url);
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
    const { user, id } = await deadLettered(url);
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
    const { user, id } = await deadLettered(url);
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
    expect(await deadLetters()).toEqual([]);
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
    expect(await deadLetters()).toEqual([]);
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

describe("a stock", () => {
  it("is fetched again on demand, once at a time, and changes with its deck", async () => {
    const url = "https://speakerdeck.com/ada/renamed";
    const user = await system.newUser();
    const { id } = await user.save(url);
    await user.settled(id);
    system.sites.describe(url, { title: "A new name" });
    system.sites.fault(isRequestFor(url), { kind: "status", status: 503 }, 2);

    const refetch = await user.call<StockAnswer>("POST", `/v1/stocks/${id}/refetch`);
    expect(refetch.status).toBe(202);
    expect(refetch.body).toMatchObject({ id, status: "pending" });
    const second = await user.call<Problem>("POST", `/v1/stocks/${id}/refetch`);
    expect([second.status, second.body.code]).toEqual([409, "already_pending"]);
    expect(await user.settled(id)).toMatchObject({ status: "ready", title: "A new name" });
  });

  it("has a memo that can be changed and removed", async () => {
    const user = await system.newUser();
    const { id } = await user.save("https://speakerdeck.com/ada/memo", "first");
    const settled = await user.settled(id);
    const changed = await user.call<StockAnswer>("PATCH", `/v1/stocks/${id}`, { memo: "später 読む 🪺" });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...settled, memo: "später 読む 🪺", updated_at: changed.body.updated_at });
    expect(await user.stock(id)).toEqual(changed.body);
    expect((await user.call<StockAnswer>("PATCH", `/v1/stocks/${id}`, { memo: null })).body.memo).toBeNull();
  });

  it("is gone after a delete, and its pending message does not restore it", async () => {
    const url = "https://speakerdeck.com/ada/deleted";
    const user = await system.newUser();
    system.sites.fault(isRequestFor(url), { kind: "status", status: 503 });
    const { id } = await user.save(url);
    await until(
      "it was tried once",
      () => system.fetches(url).length,
      (count) => count > 0,
    );
    const deleted = await user.call("DELETE", `/v1/stocks/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    await system.queue.idle();
    for (const method of ["GET", "DELETE"]) {
      const reply = await user.call<Problem>(method, `/v1/stocks/${id}`);
      expect([reply.status, reply.body.code]).toEqual([404, "not_found"]);
    }
    expect(await user.allStocks()).toEqual([]);
    expect(await deadLetters()).toEqual([]);
  });

  it("is listed in pages, newest first, each once even while others are added", async () => {
    const user = await system.newUser();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.push((await user.save(`https://speakerdeck.com/ada/page-${index}`)).id);
    }
    const newestFirst = ids.toReversed();
    const first = await user.call<StockPage>("GET", "/v1/stocks?limit=2");
    expect(first.body.stocks.map(({ id }) => id)).toEqual(newestFirst.slice(0, 2));
    await user.save("https://speakerdeck.com/ada/page-late");
    const cursor = encodeURIComponent(first.body.next_cursor ?? "");
    const second = await user.call<StockPage>("GET", `/v1/stocks?limit=2&cursor=${cursor}`);
    expect(second.body.stocks.map(({ id }) => id)).toEqual(newestFirst.slice(2, 4));
    const next = encodeURIComponent(second.body.next_cursor ?? "");
    const third = await user.call<StockPage>("GET", `/v1/stocks?limit=2&cursor=${next}`);
    expect(third.body.stocks.map(({ id }) => id)).toEqual(newestFirst.slice(4));
    expect(third.body.next_cursor).toBeNull();
  });

  it("is found by its status", async () => {
    const missing = "https://speakerdeck.com/ada/status-missing";
    const user = await system.newUser();
    system.sites.remove(missing);
    const failed = await user.settled((await user.save(missing)).id);
    const ready = await user.settled((await user.save("https://speakerdeck.com/ada/status-there")).id);
    expect(await user.allStocks("limit=1&status=failed")).toEqual([failed]);
    expect(await user.allStocks("limit=1&status=ready")).toEqual([ready]);
    expect(await user.allStocks("limit=1&status=pending")).toEqual([]);
  });
});

describe("operations", () => {
  it("are for administrators only", async () => {
    const member = await system.newUser();
    for (const [method, path] of [
      ["GET", "/v1/ops/queues"],
      ["GET", "/v1/ops/alarms"],
      ["POST", "/v1/ops/queues/oembed-fetch/redrive"],
    ] as const) {
      const reply = await member.call<Problem>(method, path);
      expect([reply.status, reply.body.code]).toEqual([403, "forbidden"]);
      expect(reply.headers.get("content-type")).toBe("application/problem+json");
    }
  });

  it("do not know a queue of another name", async () => {
    const reply = await system.admin.call<Problem>("POST", "/v1/ops/queues/nothing/redrive");
    expect([reply.status, reply.body.code]).toEqual([404, "not_found"]);
  });
});

describe("a program that follows the changes", () => {
  interface Changes {
    readonly changes: readonly { readonly id: string; readonly deleted: boolean; readonly item: StockAnswer | null }[];
    readonly next_cursor: string;
    readonly more: boolean;
  }

  it("keeps a copy of what the list shows, through a memo, a deletion and a deck that is saved again", async () => {
    const user = await system.newUser();
    const copy = new Map<string, StockAnswer | null>();
    let cursor = "";

    /** Reads to the end. @returns how many changes there were */
    async function follow(): Promise<number> {
      let count = 0;
      for (let more = true; more; ) {
        const { status, body } = await user.call<Changes>(
          "GET",
          `/v1/changes?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`,
        );
        expect(status).toBe(200);
        for (const { id, deleted, item } of body.changes) {
          if (deleted) copy.delete(id);
          else copy.set(id, item);
        }
        count += body.changes.length;
        ({ next_cursor: cursor, more } = body);
      }
      return count;
    }

    async function expectCopyToBeComplete() {
      const { stocks } = (await user.call<StockPage>("GET", "/v1/stocks")).body;
      expect(copy).toEqual(new Map(stocks.map((stock) => [stock.id, stock])));
    }

    const urls = ["https://speakerdeck.com/ada/followed-one", "https://speakerdeck.com/ada/followed-two"] as const;
    const [kept, deleted] = [await user.save(urls[0]), await user.save(urls[1])];
    await follow();
    await user.settled(kept.id);
    await user.settled(deleted.id);
    await follow();
    await expectCopyToBeComplete();

    await user.call("PATCH", `/v1/stocks/${kept.id}`, { memo: "for Friday" });
    await user.call("DELETE", `/v1/stocks/${deleted.id}`);
    expect(await follow()).toBe(2);
    expect([...copy.keys()]).toEqual([kept.id]);
    await expectCopyToBeComplete();
    expect(await follow()).toBe(0);

    const again = await user.save(urls[1]);
    await user.settled(again.id);
    await follow();
    expect(copy.size).toBe(2);
    await expectCopyToBeComplete();
  });
});
