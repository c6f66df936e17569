import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "../../../lambdas/operations/reconcile.ts";
import type { Mention, Verification } from "../../../lambdas/recommendations/domain/mention.ts";
import { afterVerification } from "../../../lambdas/recommendations/domain/mention.ts";
import { mentionSource } from "../../../lambdas/recommendations/domain/mention-source.ts";
import { reconcilableMentions } from "../../../lambdas/recommendations/reconcile.ts";
import { MentionTable } from "../../../lambdas/recommendations/tables/mention-table.ts";
import type { WebmentionReceiveMessage } from "../../../lambdas/recommendations/work/webmention-receive-message.ts";
import { webmentionReceiveMessageOf } from "../../../lambdas/recommendations/work/webmention-receive-message.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { forgetfulClient, interceptedClient } from "../../emulators/intercepted-client.ts";
import { at, MINUTE, testClock } from "../../emulators/test-clock.ts";
import { testQueue } from "../../emulators/test-queue.ts";
import { DAY, FOUND, requestOf, sampleMention, sampleSite } from "../sample-mentions.ts";

capturedLog();
let mentions: MentionTable;

// Lists of due and overdue mentions include all, so that each test needs a table of its own.
dynamoOfEachTest();
beforeEach(() => {
  mentions = new MentionTable(dynamo.client, "recommendations");
});

const { id, source, target } = sampleMention();

const request = (workId: string, moment = 0, from = source.href) =>
  mentions.request(mentionSource(from), target, requestOf(workId, moment));

async function there(): Promise<Mention> {
  const mention = await mentions.get(id);
  if (mention === null) throw new Error("There is no mention.");
  return mention;
}

/** Writes the outcome of a verification of the mention. */
async function verifiedTo(verification: Verification, moment = 0): Promise<Mention> {
  const next = afterVerification(await there(), verification, at(moment), DAY);
  expect(await mentions.save(next)).toBe(true);
  return next;
}

async function expiry(): Promise<unknown> {
  const { Item } = await dynamo.client.send(
    new GetCommand({ TableName: "recommendations", Key: { pk: "mentions", sk: id } }),
  );
  return Item?.expires_at;
}

describe("a request", () => {
  it("enters a new mention, which expires", async () => {
    expect(await request("request-1")).toEqual(sampleMention());
    expect(await there()).toEqual(sampleMention());
    expect(await expiry()).toBe(at(7 * DAY).getTime() / 1_000);
    expect(await mentions.get("another")).toBeNull();
  });

  it("replaces an earlier one, and postpones the expiry", async () => {
    await request("request-1");
    const earlier = await there();
    const later = await request("request-2", DAY);
    expect(later).toEqual(sampleMention({ workId: "request-2", expiresAt: at(8 * DAY).toISOString() }));
    expect(await mentions.save(afterVerification(earlier, FOUND, at(DAY), DAY))).toBe(false);
    expect(await mentions.postponeReconcile(earlier, at(DAY), 1)).toBe(false);
    expect(await there()).toEqual(later);
  });

  it("keeps the data of a mention that was verified before", async () => {
    await request("request-1");
    const verified = await verifiedTo(FOUND);
    expect(await request("request-2", MINUTE)).toEqual({ ...verified, workId: "request-2" });
    expect(await expiry()).toBeUndefined();
    await verifiedTo({ kind: "not_found" }, MINUTE);
    expect(await request("request-3", 2 * MINUTE)).toMatchObject({ status: "gone", site: sampleSite });
  });

  it("keeps a gone mention that was about to expire, unless it is verified meanwhile", async () => {
    await request("request-1");
    await verifiedTo(FOUND);
    await verifiedTo({ kind: "not_found" });
    const last = 70 * DAY - MINUTE;
    expect(await request("request-2", last)).toMatchObject({ status: "gone" });
    expect(await expiry()).toBe(at(last + 7 * DAY).getTime() / 1_000);
    const known = await there();
    await verifiedTo(FOUND, last);
    await mentions.request(source, target, requestOf("request-3", last + DAY), known);
    expect(await expiry()).toBeUndefined();
  });

  it("for another verification is refused after another request, and when the mention has expired", async () => {
    await request("request-1");
    const seen = await verifiedTo(FOUND);
    // The SDK retries a write that has succeeded.
    const forgetful = new MentionTable(forgetfulClient(dynamo), "recommendations");
    expect(await forgetful.requestCheck(seen, requestOf("request-2", DAY))).toMatchObject({ workId: "request-2" });
    expect(await mentions.requestCheck(seen, requestOf("request-3", DAY))).toBeNull();
    const expired = { ...seen, id: "expired" };
    expect(await mentions.requestCheck(expired, requestOf("request-2", DAY))).toBeNull();
    expect(await mentions.get("expired")).toBeNull();
  });

  it("enters a mention again when an earlier one has expired although its item is still stored", async () => {
    await request("request-1");
    expect(await mentions.known(source, target, at(7 * DAY - 1))).toEqual(sampleMention());
    expect(await mentions.known(source, target, at(7 * DAY))).toBeNull();
    const anew = {
      workId: "request-2",
      firstSeenAt: at(7 * DAY).toISOString(),
      expiresAt: at(14 * DAY).toISOString(),
    };
    expect(await request("request-2", 7 * DAY)).toEqual(sampleMention(anew));
    expect(await mentions.get(id)).toEqual(sampleMention(anew));
  });

  it("may follow a verification that failed", async () => {
    await request("request-1");
    const failed = await verifiedTo({ kind: "failed" });
    expect(await request("request-2")).toEqual({ ...failed, workId: "request-2", nextCheckAt: null });
  });

  it("does not shorten how long a gone mention is kept", async () => {
    await request("request-1");
    await verifiedTo(FOUND);
    const gone = await verifiedTo({ kind: "not_found" });
    expect(await request("request-2", MINUTE)).toEqual({ ...gone, workId: "request-2" });
    expect(gone.expiresAt).toBe(at(70 * DAY).toISOString());
  });

  it("is entered again where another one overtook it after its response was lost", async () => {
    const client = forgetfulClient(dynamo, async () => void (await request("request-2")));
    const late = new MentionTable(client, "recommendations");
    const entered = await late.request(source, target, requestOf("request-1"), null);
    expect(await mentions.get(id)).toEqual(entered);
  });

  it("reads no mention that was just read", async () => {
    dynamo.requests.length = 0;
    await mentions.request(source, target, requestOf("request-1"), null);
    expect(dynamo.requests).toEqual(["PutItemCommand"]);
  });

  it.each([
    { what: "missing", wasSeen: false },
    { what: "new", wasSeen: true },
  ])("keeps a mention that was verified since it was read as $what", async ({ wasSeen }) => {
    const seen = await request("request-1");
    const found = await verifiedTo(FOUND);
    const again = await mentions.request(source, target, requestOf("request-2"), wasSeen ? seen : null);
    expect(again).toEqual({ ...found, workId: "request-2" });
    expect(await mentions.get(id)).toEqual(again);
  });

  it("is given up after the fifth attempt, when other requests prevent each", async () => {
    let attempts = 0;
    const client = interceptedClient(dynamo, ({ command }, forward) => {
      if (command !== "PutItemCommand") return forward();
      attempts += 1;
      throw new ConditionalCheckFailedException({ message: "injected", $metadata: {} });
    });
    const crowded = new MentionTable(client, "recommendations");
    await expect(crowded.request(source, target, requestOf("request-1"))).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining("The mention keeps changing"),
    });
    expect(attempts).toBe(5);
  });
});

describe("the result of a verification", () => {
  it("is read as it was written, through every state", async () => {
    await request("request-1");
    for (const verification of [{ kind: "failed" }, { kind: "busy" }, FOUND, { kind: "not_found" }, FOUND] as const) {
      const next = await verifiedTo(verification);
      expect(await there()).toEqual(next);
    }
    expect(await expiry()).toBeUndefined();
  });

  it("keeps the expiry of a new mention without a link, which is no longer due", async () => {
    await request("request-1");
    await verifiedTo({ kind: "failed" });
    const next = await verifiedTo({ kind: "not_found" });
    expect(next).toMatchObject({ status: "new", nextCheckAt: null });
    expect(await there()).toEqual(next);
    expect(await expiry()).toBe(at(7 * DAY).getTime() / 1_000);
    expect(await mentions.due(at(365 * DAY), 100)).toEqual([]);
    expect(await mentions.overdue(at(365 * DAY), 100)).toEqual([]);
  });
});

describe("a mention", () => {
  it("is removed under its condition only", async () => {
    await request("request-1");
    expect(await mentions.remove(id, { expiredBy: at(7 * DAY - 1_000) })).toBe(false);
    await verifiedTo(FOUND);
    expect(await mentions.remove(id, "never_verified")).toBe(false);
    await mentions.hide(await there(), "request-2");
    expect(await mentions.remove(id, "unless_hidden")).toBe(false);
    await mentions.show(await there(), requestOf("request-3"));
    expect(await mentions.remove(id, "unless_hidden")).toBe(true);
    for (const condition of ["never_verified", { expiredBy: at(7 * DAY) }] as const) {
      await request("request-1");
      expect(await mentions.remove(id, condition)).toBe(true);
    }
    expect(await mentions.get(id)).toBeNull();
  });

  it("is read with others in the order of the ids, without those that are missing", async () => {
    const other = await mentions.request(mentionSource("https://a.example/"), target, requestOf("request-1"));
    await request("request-1");
    for (const ids of [
      [other.id, id],
      [id, other.id],
    ]) {
      const found = await mentions.withIds(["missing", ...ids]);
      expect(found.map((mention) => mention.id)).toEqual(ids);
    }
  });
});

describe("the lists", () => {
  const sources = ["a", "b", "c"].map((name) => `https://${name}.example/.well-known/recommendations.json`);

  it("have the due mentions, longest due first, until a verification is requested", async () => {
    for (const [index, from] of sources.entries()) {
      const mention = await request("request-1", 0, from);
      await mentions.save(afterVerification(mention, FOUND, at(MINUTE * (10 - index)), DAY));
    }
    expect(await mentions.due(at(DAY), 100)).toEqual([]);
    const due = await mentions.due(at(DAY + 10 * MINUTE), 2);
    expect(await Promise.all(due.map(async (one) => (await mentions.get(one.id))?.source.href))).toEqual([
      sources[2],
      sources[1],
    ]);
    for (const seen of due) await mentions.requestCheck(seen, requestOf("request-2", DAY));
    expect(await mentions.due(at(DAY + 10 * MINUTE), 100)).toHaveLength(1);
  });
});

it("is resent by reconcile while it is overdue, three times, and is then left to the next day's check", async () => {
  const clock = testClock();
  const queue = testQueue<WebmentionReceiveMessage>();
  await request("request-1");
  await mentions.requestCheck(await verifiedTo(FOUND), requestOf("request-2"));
  for (let run = 0; run < 5; run += 1) {
    clock.forward(120 * MINUTE);
    await reconcile([reconcilableMentions(mentions, queue, clock)], "run-1", clock);
  }
  const message = webmentionReceiveMessageOf({ id, workId: "request-2" });
  expect(queue.sent.map((sent) => sent.message)).toEqual([message, message, message]);
  const nextCheckAt = at(8 * 60 * MINUTE + DAY).toISOString();
  expect(await there()).toMatchObject({ status: "verified", failures: 0, nextCheckAt });
});
