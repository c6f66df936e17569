import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sendDue } from "../../lambdas/notices/send-due.ts";
import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import type { SocketFailure } from "../emulators/socket-errors.ts";
import { socketError } from "../emulators/socket-errors.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { offerNotice, priceNotice, WEBHOOK } from "./notices-world.ts";
import {
  clock,
  DAY,
  HOUR,
  put,
  putNumbered,
  putSent,
  run,
  runFor,
  world,
  worldOfEachTest,
  writer,
} from "./world-of-tests.ts";

const log = capturedLog();
worldOfEachTest();

describe("a notice", () => {
  it("is mailed and posted once", async () => {
    await put("1");
    await runFor(3 * HOUR);
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]).toMatchObject({ subject: "Camera 1: ¥900" });
    expect(world.posts).toHaveLength(1);
    expect(await world.notices.overdue(clock.now(), 10)).toEqual([]);
    expect(log.lines("notice_sent").map(({ kind, channel }) => [kind, channel])).toEqual(
      expect.arrayContaining([
        ["price", "mail"],
        ["price", "webhook"],
      ]),
    );
  });

  it("is posted as JSON with a signature of its bytes", async () => {
    await put("1", { title: "カメラ 👍" });
    await run();
    const [posted] = world.posts;
    expect(posted).toMatchObject({ url: WEBHOOK.url, method: "POST" });
    expect(posted?.headers["content-type"]).toBe("application/json; charset=utf-8");
    const { id, createdAt: created_at, kind, title, body, url } = priceNotice("1", clock.now(), { title: "カメラ 👍" });
    expect(JSON.parse(posted?.body ?? "")).toEqual({ id, kind, title, body, url, created_at });
    const hmac = createHmac("sha256", WEBHOOK.key)
      .update(Buffer.from(posted?.body ?? ""))
      .digest("hex");
    expect(posted?.headers["x-magpie-signature"]).toBe(`sha256=${hmac}`);
  });

  it("is sent in the language of the stage's settings", async () => {
    await writer.put(offerNotice("1", clock.now()));
    await sendDue({ ...world, language: "ja" }, "run-1");
    expect(world.mails[0]).toMatchObject({
      subject: "Camera 1: 900 円、a camera",
      text: expect.stringContaining("お知らせの一覧は"),
      html: expect.stringContaining('<html lang="ja">'),
    });
    expect(JSON.parse(world.posts[0]?.body ?? "")).toMatchObject({
      title: "Camera 1: 900 円、a camera",
      body: "900 円: a camera\nhttps://jp.mercari.com/item/m1\n前回の取得で比較できたどの出品よりも安い価格です。",
    });
  });

  it("is made once, however often its cause is seen, and listed as it was made first", async () => {
    expect(await put("1")).toBe(true);
    clock.forward(HOUR);
    expect(await put("1", { title: "another" })).toBe(false);
    const { items } = await world.notices.list({ limit: 10, position: undefined });
    expect(items.map(({ title }) => title)).toEqual(["Camera 1: ¥900"]);
  });

  it("is sent by one channel although the other one refuses it, and by the other once it accepts", async () => {
    world.mailOutcome = { kind: "refused", code: "mail_throttled", cause: new Error("slow down") };
    await put("1");
    await runFor(10 * MINUTE);
    expect(world.posts).toHaveLength(1);
    const refusals = world.mails.length;
    expect(refusals).toBeGreaterThan(1);
    expect(log.lines("notice_refused")[0]).toMatchObject({
      level: "WARN",
      kind: "price",
      channel: "mail",
      code: "mail_throttled",
      error_message: "slow down",
    });
    world.mailOutcome = { kind: "sent" };
    await runFor(3 * HOUR);
    expect(world.mails).toHaveLength(refusals + 1);
    expect(world.posts).toHaveLength(1);
  });

  it("is given up by a channel that refuses for a day, with a line for an alarm", async () => {
    world.webhookAnswer = 401;
    await put("1");
    await runFor(40 * HOUR);
    expect(world.posts).toHaveLength(30);
    expect(world.mails).toHaveLength(1);
    expect(log.lines("notice_not_delivered")).toMatchObject([{ channel: "webhook", code: "webhook_status_401" }]);
    expect(log.lines("notice_refused")[0]).not.toHaveProperty("error");
    expect(await world.notices.overdue(clock.now(), 10)).toEqual([]);
  });

  it.each([
    { what: "a time-out", answer: new OutboundError("timeout", "x") },
    { what: "a connection closed before an answer", answer: networkFailure("hungUp") },
    { what: "a reset connection", answer: networkFailure("reset") },
    { what: "a cut connection", answer: networkFailure("cut") },
    { what: "an error of the receiver", answer: 500 },
    { what: "a receiver that is not there", answer: 503 },
    { what: "a time-out of the receiver", answer: 408 },
  ])("is not posted again after $what, and a line is logged for an alarm", async ({ answer }) => {
    world.webhookAnswer = answer;
    await put("1");
    await run();
    world.webhookAnswer = 200;
    await runFor(3 * HOUR);
    expect(world.posts).toHaveLength(1);
    expect(log.lines("notice_not_delivered")).toMatchObject([{ level: "ERROR", channel: "webhook" }]);
  });

  it.each([
    { what: "a refused connection", answer: networkFailure("refused") },
    { what: "an unknown name", answer: new OutboundError("name_not_resolved", "x") },
    { what: "an address that is not public", answer: new OutboundError("blocked_address", "x") },
    { what: "a choice of addresses", answer: 300 },
    { what: "a redirect", answer: 302 },
    { what: "a throttle", answer: 429 },
  ])("is posted again after $what", async ({ answer }) => {
    world.webhookAnswer = answer;
    await put("1");
    await run();
    world.webhookAnswer = 200;
    await runFor(10 * MINUTE);
    expect(world.posts.map(({ url }) => url)).toEqual([WEBHOOK.url, WEBHOOK.url]);
    expect(log.lines("notice_not_delivered")).toEqual([]);
  });

  it.each([
    { what: "a time-out", answer: new OutboundError("timeout", `${WEBHOOK.url} took more than 10000 ms`) },
    { what: "a cut connection", answer: new OutboundError("network", WEBHOOK.url, { cause: socketError("cut") }) },
    { what: "a refusal", answer: new OutboundError("blocked_address", WEBHOOK.url) },
  ])("leaves no part of the webhook's secret in the log after $what", async ({ answer }) => {
    world.webhookAnswer = answer;
    await put("1");
    await run();
    const logged = log.raw.join("\n");
    expect(logged).toContain(`webhook_${answer.kind}`);
    expect(logged).not.toContain(new URL(WEBHOOK.url).pathname);
    expect(logged).not.toContain(WEBHOOK.key);
  });

  it("that one channel refused is tried again although another run still holds the other channel", async () => {
    await put("1");
    const [key] = await world.notices.overdue(clock.now(), 1);
    if (key === undefined) throw new Error("Nothing is to be sent.");
    await world.notices.claimsOn(key, "mail").claim("another run's", clock.now());
    world.webhookAnswer = 401;
    await run();
    expect(log.lines("notice_refused")).toMatchObject([{ channel: "webhook", code: "webhook_status_401" }]);
    world.webhookAnswer = 204;
    await runFor(5 * MINUTE);
    expect(world.posts).toHaveLength(2);
    expect(world.mails).toEqual([]);
  });

  it("left for a minute by a slow webhook is sent by the next run", async () => {
    for (const about of ["1", "2", "3", "4", "5", "6"]) await put(about);
    const slow: typeof world.fetch = (request) => {
      clock.forward(MINUTE / 5);
      return world.fetch(request);
    };
    await sendDue({ ...world, fetch: slow }, "run-1");
    // Those that were begun together.
    expect(world.posts).toHaveLength(5);
    await run();
    expect(world.posts).toHaveLength(6);
    expect(world.mails).toHaveLength(6);
  });

  it("is not mailed again when the outcome of its mail is unknown", async () => {
    world.mailOutcome = { kind: "unknown", code: "mail_outcome_unknown", cause: new Error("time-out") };
    await put("1");
    await runFor(3 * HOUR);
    expect(world.mails).toHaveLength(1);
    expect(log.lines("notice_not_delivered")).toMatchObject([{ channel: "mail", code: "mail_outcome_unknown" }]);
  });

  it("waits for a webhook whose secret is no address and key, and is mailed meanwhile", async () => {
    for (const secret of [
      "no JSON",
      '{"url":"http://hooks.example","key":"k"}',
      '{"url":"https://hooks.example","key":""}',
    ]) {
      world.secret = secret;
      await put(secret);
      await run();
    }
    expect(world.posts).toEqual([]);
    expect(world.mails).toHaveLength(3);
    world.secret = JSON.stringify(WEBHOOK);
    await runFor(10 * MINUTE);
    expect(world.posts).toHaveLength(3);
  });

  it("is signed by the key that replaces a refused one", async () => {
    await put("1");
    await run();
    world.secret = JSON.stringify({ ...WEBHOOK, key: "another key" });
    world.webhookAnswer = 401;
    await put("2");
    await run();
    world.webhookAnswer = 200;
    await runFor(10 * MINUTE);
    expect(world.posts.map(({ headers }) => headers["x-magpie-signature"])).toEqual(
      [WEBHOOK.key, WEBHOOK.key, "another key"].map((key, index) => {
        const hmac = createHmac("sha256", key).update(world.posts[index]?.body ?? "");
        return `sha256=${hmac.digest("hex")}`;
      }),
    );
  });

  it("is over at once where there is neither mail nor webhook", async () => {
    for (let number = 1; number <= 11; number += 1) await put(`unsent ${number}`);
    await sendDue({ ...world, adminMail: null, webhook: null }, "run-1");
    world.secret = null;
    await put("2");
    await sendDue({ ...world, adminMail: null }, "run-1");
    clock.forward(25 * HOUR);
    expect(await world.notices.overdue(clock.now(), 10)).toEqual([]);
    expect(log.lines("webhook_not_configured")).toHaveLength(1);
    // Nor is the missing secret told where nothing is to be sent.
    expect(await run()).toEqual({ due: 0 });
    expect(log.lines("webhook_not_configured")).toHaveLength(1);
  });
});

function networkFailure(failure: SocketFailure): OutboundError {
  return new OutboundError("network", "hooks.example", { cause: socketError(failure) });
}

describe("a notice that one channel has refused", () => {
  it.each([
    { what: "mail and webhook", only: {}, mails: 12, posts: 12 },
    { what: "mail only", only: { webhook: null }, mails: 12, posts: 0 },
    { what: "webhook only", only: { adminMail: null }, mails: 0, posts: 12 },
  ])("takes none of the next day's ten where there is $what", async ({ only, mails, posts }) => {
    world.webhookAnswer = 401;
    world.mailOutcome = { kind: "refused", code: "mail_throttled", cause: undefined };
    await put("refused");
    await sendDue({ ...world, ...only }, "run-1");
    world.webhookAnswer = 200;
    world.mailOutcome = { kind: "sent" };
    clock.forward(DAY);
    await putNumbered(10);
    await sendDue({ ...world, ...only }, "run-2");
    expect([world.mails.length, world.posts.length]).toEqual([mails, posts]);
  });
});

describe("what a notice costs", () => {
  const countedOf = (...commands: readonly string[]) => dynamo.requests.filter((one) => commands.includes(one)).length;

  it("is one write to make, and six to take its turn and be sent by two channels", async () => {
    dynamo.requests.length = 0;
    await put("1");
    expect(dynamo.requests).toEqual(["PutItemCommand"]);
    dynamo.requests.length = 0;
    await run();
    expect(countedOf("UpdateItemCommand", "PutItemCommand")).toBe(6);
    expect(countedOf("QueryCommand", "GetItemCommand")).toBe(2);
  });

  it("is one read of the days before for a digest, however many notices are older", async () => {
    await putSent(12);
    clock.forward(9 * DAY);
    await putNumbered(11);
    await run();
    clock.forward(DAY);
    dynamo.requests.length = 0;
    await run();
    expect(world.mails).toHaveLength(11);
    // One lists what is due.
    expect(countedOf("QueryCommand")).toBe(2);
  });

  it("is one read for a run that finds nothing to send", async () => {
    dynamo.requests.length = 0;
    await run();
    expect(dynamo.requests).toEqual(["QueryCommand"]);
  });
});
