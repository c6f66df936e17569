import { GetQueueUrlCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, it } from "vitest";
import { sendMention } from "../../../lib/cli/smoke/mention-step.ts";
import { redriveLetter } from "../../../lib/cli/smoke/redrive-step.ts";
import { saveBookmark, saveDeck } from "../../../lib/cli/smoke/saving-steps.ts";
import { crawlSearch } from "../../../lib/cli/smoke/search-step.ts";
import { mockedClient } from "../doctor/stage.ts";
import { problem } from "../stub-api.ts";
import { answered, StubbedApi } from "../stubbed-api.ts";
import { stubbedSystem } from "./stubbed-system.ts";

const api = new StubbedApi();
const sqs = mockedClient(SQSClient);
beforeEach(() => void sqs.on(GetQueueUrlCommand).resolves({ QueueUrl: "https://sqs.example/q" }));

const like = (pattern: RegExp) => expect.stringMatching(pattern);
/** The content of a queue. */
const queues = (name: string, depth: number, in_flight: number, dlq_depth: number) =>
  answered({
    queues: [
      { name: "other", depth: 9, in_flight: 9, dlq_depth: 9 },
      { name, depth, in_flight, dlq_depth },
    ],
  });

describe("the deck", () => {
  const run = () => saveDeck(stubbedSystem(api));
  const stock = (status: string, more = {}) => answered({ id: "s-1", status, title: "Atom", ...more });
  beforeEach(() => {
    api.answers["POST /v1/stocks"] = answered({ id: "s-1" }, 201);
  });

  it("is waited for, and is marked", async () => {
    api.answers["GET /v1/stocks/s-1"] = [stock("pending"), stock("pending"), stock("ready")];
    expect(await run()).toMatchObject({ status: "ok", found: "Speaker Deck's deck is ready: Atom." });
    expect(api.sent).toEqual([{ url: "https://speakerdeck.com/jnunemaker/atom", tags: ["magpie-smoke"] }]);
  });

  it("that fails tells why", async () => {
    api.answers["GET /v1/stocks/s-1"] = stock("failed", { failure: { code: "not_json" } });
    expect(await run()).toMatchObject({ status: "fail", found: like(/\(not_json\)/), remedy: like(/doctor --live/) });
  });

  it("that stays pending is where its queue says", async () => {
    api.answers["GET /v1/stocks/s-1"] = stock("pending");
    api.answers["GET /v1/ops/queues"] = queues("oembed-fetch", 3, 1, 0);
    expect(await run()).toMatchObject({
      status: "fail",
      found:
        "The deck was still pending after 90 s; in oembed-fetch are 3 messages that nobody has taken, and 1 in flight.",
    });
    expect(api.seen.filter((seen) => seen === "GET /v1/stocks/s-1")).toHaveLength(91);
  });

  it("that was saved before proves nothing", async () => {
    api.answers["POST /v1/stocks"] = answered({ id: "s-1" }, 200);
    expect(await run()).toMatchObject({ status: "fail", remedy: like(/MAGPIE_TOKEN/) });
  });
});

describe("the bookmark", () => {
  const run = () => saveBookmark(stubbedSystem(api));
  const bookmark = (status: string, more = {}) => answered({ id: "b-1", status, title: "Example Domain", ...more });
  beforeEach(() => {
    api.answers["POST /v1/bookmarks"] = answered({ id: "b-1" }, 201);
  });

  it("is waited for until its summary is there, and is marked", async () => {
    api.answers["GET /v1/bookmarks/b-1"] = [...["saving", "processing", "retrying"], "done"].map((status) =>
      bookmark(status),
    );
    expect(await run()).toMatchObject({ status: "ok", found: "https://example.com/ is read: Example Domain." });
    expect(api.sent).toMatchObject([{ url: "https://example.com/", tags: ["magpie-smoke"], created_from: "api" }]);
  });

  it("that fails tells why", async () => {
    api.answers["GET /v1/bookmarks/b-1"] = bookmark("failed", { error_code: "timeout", error_message: "Too late." });
    expect(await run()).toMatchObject({ status: "fail", found: "The bookmark failed (timeout): Too late." });
  });

  it("that stays pending is where its queue says", async () => {
    api.answers["GET /v1/bookmarks/b-1"] = bookmark("processing");
    api.answers["GET /v1/ops/queues"] = queues("bookmark-processing", 0, 2, 0);
    expect((await run()).found).toMatch(/bookmark was still pending after 90 s; in bookmark-processing are 0 .* 2 in/);
  });

  it("that was saved before proves nothing", async () => {
    api.answers["POST /v1/bookmarks"] = answered({ id: "b-1" }, 200);
    expect(await run()).toMatchObject({ status: "fail", found: like(/has saved https:\/\/example\.com\//) });
  });
});

describe("the search", () => {
  const run = () => crawlSearch(stubbedSystem(api));
  const crawled = (outcome: string, more = {}) =>
    answered({ products: [{ product_id: "p-1", outcome, complete: true, ...more }] });
  const product = (outcome: string | null, error_kind: string | null = null) =>
    answered({ id: "p-1", last_crawl: outcome && { finished_at: "", outcome, error_kind, complete: true } });
  beforeEach(() => {
    api.answers["POST /v1/products"] = answered({ id: "p-1" }, 201);
  });

  it("is for a product that is marked, and that nothing else crawls", async () => {
    api.answers["POST /v1/crawl/execute"] = crawled("no_results");
    expect(await run()).toMatchObject({ status: "ok" });
    expect(api.sent).toMatchObject([
      { name: "magpie-smoke", crawl: { keyword: "magpie-smoke", enabled: false } },
      { product_id: "p-1" },
    ]);
  });

  it("that fails tells why", async () => {
    api.answers["POST /v1/crawl/execute"] = crawled("error", { error_kind: "blocked" });
    expect(await run()).toMatchObject({ status: "fail", found: like(/\(blocked\)/), remedy: like(/doctor --live/) });
    api.answers["POST /v1/crawl/execute"] = answered({ products: [] });
    expect(await run()).toMatchObject({ status: "fail", found: "The API crawled nothing." });
  });

  it("that is left to the queue is waited for, beyond the crawl that had no time", async () => {
    api.answers["POST /v1/crawl/execute"] = crawled("queued");
    api.answers["GET /v1/products/p-1"] = [product(null), product("queued"), product("items")];
    expect(await run()).toMatchObject({ status: "ok" });
    api.answers["GET /v1/products/p-1"] = [product("queued"), product("error", "not_rendered")];
    expect(await run()).toMatchObject({ status: "fail", found: like(/not_rendered/) });
    api.answers["GET /v1/products/p-1"] = product("queued");
    expect(await run()).toMatchObject({ status: "fail", found: like(/not rendered within 120 s/) });
  });
});

describe("the mention", () => {
  const run = (changes = {}) => sendMention(stubbedSystem(api, changes));
  const LIST = "GET /v1/mentions?limit=100";
  beforeEach(() => {
    api.answers = {
      "POST /v1/blocked-hosts": answered({ host: "magpie-smoke.invalid" }, 201),
      "POST /webmentions": { status: 202, body: "" },
      "DELETE /v1/blocked-hosts/magpie-smoke.invalid": { status: 204, body: "" },
      [LIST]: answered({ mentions: [{ source: "https://other.example/" }], next_cursor: null }),
    };
  });

  it("comes from a host that is blocked meanwhile, and is not stored", async () => {
    expect(await run()).toMatchObject({ status: "ok" });
    expect(api.seen).toEqual(Object.keys(api.answers));
    const { siteUrl } = stubbedSystem(api);
    expect(Object.fromEntries(new URLSearchParams(api.requests[1]?.body))).toEqual({
      source: "https://magpie-smoke.invalid/",
      target: `${siteUrl}/`,
    });
  });

  it("reaches a site whose name leads elsewhere by its server", async () => {
    const { siteUrl } = stubbedSystem(api);
    expect(await run({ siteUrl: "https://site.example", siteServer: siteUrl })).toMatchObject({ status: "ok" });
    const [, { headers, body } = { headers: {}, body: "" }] = api.requests;
    expect([headers.host, headers["content-type"]]).toEqual(["site.example", "application/x-www-form-urlencoded"]);
    expect(new URLSearchParams(body).get("target")).toBe("https://site.example/");
  });

  it("that is refused, or stored, is a failure", async () => {
    api.answers["POST /webmentions"] = { status: 400, body: "No form" };
    expect(await run()).toMatchObject({ status: "fail", found: like(/answers 400 to a Webmention: No form$/) });
    api.answers["POST /webmentions"] = { status: 202, body: "" };
    api.answers[LIST] = answered({ mentions: [{ source: "https://magpie-smoke.invalid/" }], next_cursor: null });
    expect(await run()).toMatchObject({ status: "fail", found: "The mention of a blocked host was stored." });
  });
});

describe("the redrive", () => {
  const QUEUE = "webmention-receive";
  const run = () => redriveLetter(stubbedSystem(api));
  const depths = (depth: number, in_flight: number, dlq_depth: number) => queues(QUEUE, depth, in_flight, dlq_depth);
  const REDRIVE = `POST /v1/ops/queues/${QUEUE}/redrive`;
  beforeEach(() => {
    api.answers[REDRIVE] = answered({ name: QUEUE }, 202);
  });

  it("is for a letter that it plants, and ends when no trace of it is left", async () => {
    api.answers["GET /v1/ops/queues"] = [
      ...[depths(0, 0, 0), depths(0, 0, 0), depths(0, 0, 1)],
      ...[depths(0, 0, 1), depths(1, 0, 0), depths(0, 1, 0), depths(0, 0, 0)],
    ];
    expect(await run()).toMatchObject({ status: "ok" });
    expect(api.seen.filter((seen) => seen !== REDRIVE)).toHaveLength(7);
    expect(api.seen.indexOf(REDRIVE)).toBe(3);
    expect(sqs.commandCalls(GetQueueUrlCommand)[0]?.args[0].input).toEqual({ QueueName: `prod-${QUEUE}-dlq` });
    const [{ args } = { args: [] }] = sqs.commandCalls(SendMessageCommand);
    expect(args[0]?.input.QueueUrl).toBe("https://sqs.example/q");
    expect(JSON.parse(args[0]?.input.MessageBody ?? "")).toMatchObject({ schemaVersion: 1, mentionId: "magpie-smoke" });
  });

  it("leaves existing dead letters alone", async () => {
    api.answers["GET /v1/ops/queues"] = depths(0, 0, 1);
    expect(await run()).toMatchObject({ status: "fail", found: like(/^1 dead letters .* none was redriven\.$/) });
    expect([api.seen.includes(REDRIVE), sqs.commandCalls(SendMessageCommand)]).toEqual([false, []]);
  });

  it("fails when the letter is not counted, or is not processed", async () => {
    api.answers["GET /v1/ops/queues"] = depths(0, 0, 0);
    expect(await run()).toMatchObject({ status: "fail", found: like(/does not count/) });
    expect(api.seen).not.toContain(REDRIVE);
    api.answers["GET /v1/ops/queues"] = [depths(0, 0, 0), depths(0, 0, 1), ...Array(92).fill(depths(2, 1, 0))];
    expect(await run()).toMatchObject({
      status: "fail",
      found: `After 90 s the redriven letter is not processed; in ${QUEUE} are 2 messages that nobody has taken, and 1 in flight.`,
    });
  });

  it("fails when the API does not list its queue", async () => {
    api.answers["GET /v1/ops/queues"] = answered({ queues: [] });
    await expect(run()).rejects.toThrow(`The API lists no queue ${QUEUE}`);
    api.answers["GET /v1/ops/queues"] = problem(403, "forbidden", "No.");
    await expect(run()).rejects.toThrow("No.");
  });
});
