import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import type { Mention, Verification } from "../../../lambdas/recommendations/domain/mention.ts";
import { afterVerification } from "../../../lambdas/recommendations/domain/mention.ts";
import { mentionSource } from "../../../lambdas/recommendations/domain/mention-source.ts";
import { MentionTable } from "../../../lambdas/recommendations/tables/mention-table.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { DAY, FOUND, requestOf, sampleMention } from "../sample-mentions.ts";

dynamoOfEachTest();

let mentions: MentionTable;
beforeEach(() => {
  mentions = new MentionTable(dynamo.client, "recommendations");
});

const { id, source, target } = sampleMention();

const request = (requestId: string, moment = 0) => mentions.request(source, target, requestOf(requestId, moment));

/** Writes the outcome of a verification of a mention. */
async function verified(seen: Mention, verification: Verification): Promise<Mention> {
  const next = afterVerification(seen, verification, at(0), DAY);
  expect(await mentions.save(next)).toBe(true);
  return next;
}

describe("a request", () => {
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
    const failed = await verified(await request("request-1"), { kind: "failed" });
    expect(await request("request-2")).toEqual({ ...failed, workId: "request-2", nextCheckAt: null });
  });

  it("does not shorten how long a gone mention is kept", async () => {
    const found = await verified(await request("request-1"), FOUND);
    const gone = await verified(found, { kind: "not_found" });
    expect(await request("request-2", MINUTE)).toEqual({ ...gone, workId: "request-2" });
    expect(gone.expiresAt).toBe(at(70 * DAY).toISOString());
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
    const found = await verified(seen, FOUND);
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

describe("the outcome of a verification during which a later request was entered", () => {
  it("is stored, and the later request stays pending", async () => {
    const earlier = await request("request-1");
    const later = await request("request-2");
    const next = { ...afterVerification(earlier, FOUND, at(0), DAY), workId: later.workId };
    expect(await mentions.saveSuperseded(next)).toBe(true);
    expect(await mentions.get(id)).toEqual(next);
    expect(await mentions.overdue(at(DAY), 10)).toEqual([{ id, workId: "request-2", reconcileRounds: 0 }]);
    expect(await mentions.due(at(7 * DAY), 10)).toEqual([]);
  });

  it("is not stored over another request, nor over the outcome of the later one", async () => {
    const earlier = await request("request-1");
    const later = await request("request-2");
    expect(await mentions.saveSuperseded(afterVerification(earlier, FOUND, at(0), DAY))).toBe(false);
    const gone = await verified(later, { kind: "not_found" });
    expect(await mentions.saveSuperseded(afterVerification(later, FOUND, at(0), DAY))).toBe(false);
    expect(await mentions.get(id)).toEqual(gone);
  });
});

describe("a mention", () => {
  it("is removed once without a condition", async () => {
    await verified(await request("request-1"), FOUND);
    expect(await mentions.remove(id, "unless_hidden")).toBe(true);
    expect(await mentions.get(id)).toBeNull();
  });

  it("is removed if it was never verified", async () => {
    const seen = await request("request-1");
    await verified(seen, FOUND);
    expect(await mentions.remove(id, "never_verified")).toBe(false);
    expect(await mentions.get(id)).toMatchObject({ status: "verified" });
    await mentions.remove(id, "unless_hidden");
    await request("request-1");
    expect(await mentions.remove(id, "never_verified")).toBe(true);
    expect(await mentions.get(id)).toBeNull();
  });

  it("is removed if it has expired", async () => {
    await request("request-1");
    expect(await mentions.remove(id, { expiredBy: at(7 * DAY - 1_000) })).toBe(false);
    expect(await mentions.remove(id, { expiredBy: at(7 * DAY) })).toBe(true);
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
