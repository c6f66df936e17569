import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { Delivery } from "../../../lambdas/recommendations/domain/delivery.ts";
import { BlockedHostTable } from "../../../lambdas/recommendations/tables/blocked-host-table.ts";
import { DeliveryTable } from "../../../lambdas/recommendations/tables/delivery-table.ts";
import { DirectoryTable } from "../../../lambdas/recommendations/tables/directory-table.ts";
import { MentionCountTable } from "../../../lambdas/recommendations/tables/mention-count-table.ts";
import { MentionTable } from "../../../lambdas/recommendations/tables/mention-table.ts";
import { RecommendationTable } from "../../../lambdas/recommendations/tables/recommendation-table.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { forgetfulClient, throttledClient } from "../../emulators/intercepted-client.ts";
import { laggingClient } from "../../emulators/lagging-client.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";
import { sampleAttempt } from "../sample-deliveries.ts";
import { sampleMention } from "../sample-mentions.ts";
import { sampleRecommendation } from "../sample-recommendations.ts";

// There is one directory and one tally.
dynamoOfEachTest();

/** A table with a client of its own. */
const made = <T>(Table: new (client: DynamoDBDocumentClient, name: string) => T, client: DynamoDBDocumentClient): T =>
  new Table(client, "recommendations");

const recommendation = sampleRecommendation({ id: "recommendation-1" });
const announcement = {
  id: "announcement-1",
  recommendationId: "recommendation-1",
  version: 1,
  at: START.toISOString(),
};
const key = { recommendationId: "recommendation-1", target: "https://a.example/" };
const { source, target, id } = sampleMention();
const request = (workId: string) => ({ workId, now: START, reconcileAt: at(MINUTE) });

describe("a write that another one overtook after its response was lost", () => {
  const overtaken = (meanwhile: () => Promise<unknown>) =>
    forgetfulClient(dynamo, async () => void (await meanwhile()));

  it.each<[string, (deliveries: DeliveryTable, seen: Delivery) => Promise<boolean>]>([
    ["an attempt", (deliveries, seen) => deliveries.saveAttempt(seen, sampleAttempt(), at(MINUTE))],
    ["an end", (deliveries, seen) => deliveries.finish(seen, "sent", sampleAttempt())],
  ])("of a delivery, %s, is not taken for the state of a later announcement", async (_what, write) => {
    const deliveries = made(DeliveryTable, dynamo.client);
    await deliveries.announce(announcement, key.target, at(MINUTE));
    const seen = (await deliveries.get(key)) ?? expect.fail("no delivery");
    const later = { ...announcement, id: "announcement-2", version: 2 };
    const client = overtaken(() => deliveries.announce(later, key.target, at(MINUTE)));
    expect(await write(made(DeliveryTable, client), seen)).toBe(false);
  });

  it("of a mention is entered again", async () => {
    const mentions = made(MentionTable, dynamo.client);
    const client = overtaken(() => mentions.request(source, target, request("request-2")));
    const entered = await made(MentionTable, client).request(source, target, request("request-1"));
    expect(await mentions.get(id)).toEqual(entered);
  });

  it("of a recommendation that is deleted creates and fills none", async () => {
    const recommendations = made(RecommendationTable, dynamo.client);
    const deleted = () => overtaken(() => recommendations.markDeleted(recommendation.id));
    expect(await made(RecommendationTable, deleted()).create(recommendation)).toBe(false);
    const other = { ...recommendation, id: "recommendation-2" };
    await recommendations.create(other);
    const filled = { ...other, site: { ...other.site, excerpt: "Words" } };
    const client = overtaken(() => recommendations.markDeleted(other.id));
    expect(await made(RecommendationTable, client).fill(other, filled)).toBe(false);
  });

  it("of a count has corrected nothing, and of the published version has published nothing", async () => {
    const counts = made(MentionCountTable, dynamo.client);
    await counts.admit("a.example");
    const admitting = made(
      MentionCountTable,
      overtaken(() => counts.admit("a.example")),
    );
    expect(await admitting.correct(new Map([["a.example", 1]]), new Map([["a.example", 5]]))).toBe(0);
    const directory = made(DirectoryTable, dynamo.client);
    await directory.add(recommendation, { id: "a-1", at: START });
    const client = overtaken(() => directory.markPublished(2));
    expect(await made(DirectoryTable, client).markPublished(1)).toBe(false);
  });
});

it("an addition that is throttled is no addition when another one has the site by then", async () => {
  const directory = made(DirectoryTable, dynamo.client);
  await directory.add({ ...recommendation, id: "other", url: "https://o.example/" }, { id: "a-0", at: START });
  const first = { ...recommendation, id: "recommendation-2" };
  const client = throttledClient(dynamo, async () => void (await directory.add(first, { id: "a-2", at: START })));
  const added = await made(DirectoryTable, client).add(recommendation, { id: "a-1", at: START });
  expect(added).toEqual({ kind: "duplicate", id: first.id });
});

describe("a read after a write", () => {
  it("finds what was written", async () => {
    const { url, createdAt, updatedAt } = recommendation;
    const entry = { id: recommendation.id, url, createdAt, updatedAt };
    await made(DirectoryTable, dynamo.client).add(entry, { id: "a-1", at: START });
    await made(RecommendationTable, dynamo.client).create(recommendation);
    await made(DeliveryTable, dynamo.client).announce(announcement, key.target, at(MINUTE));
    await made(MentionTable, dynamo.client).request(source, target, request("request-1"));
    await made(BlockedHostTable, dynamo.client).block("a.example", START);
    await made(MentionCountTable, dynamo.client).admit("a.example");

    const client = laggingClient(dynamo);
    expect(await made(DirectoryTable, client).entry(entry.id)).toEqual(entry);
    const directory = await made(DirectoryTable, client).read();
    expect(directory.entries.size).toBe(1);
    expect(await made(RecommendationTable, client).get(entry)).toEqual(recommendation);
    expect(await made(RecommendationTable, client).all(directory)).toEqual([recommendation]);
    expect(await made(DeliveryTable, client).get(key)).toMatchObject({ status: "pending" });
    expect(await made(DeliveryTable, client).list(key.recommendationId)).toHaveLength(1);
    expect(await made(MentionTable, client).get(id)).toMatchObject({ workId: "request-1" });
    expect(await made(BlockedHostTable, client).all()).toHaveLength(1);
    expect(await made(BlockedHostTable, client).block("a.example", at(1))).toMatchObject({
      blockedAt: START.toISOString(),
    });
    expect((await made(MentionCountTable, client).counts()).get("a.example")).toBe(1);
  });
});

describe("blocked hosts", () => {
  it("are listed with the latest first, block their subdomains, and can be unblocked", async () => {
    const hosts = made(BlockedHostTable, dynamo.client);
    for (const [host, minute] of [
      ["a.example", 2],
      ["c.example", 1],
      ["b.example", 2],
    ] as const) {
      await hosts.block(host, at(minute * MINUTE));
    }
    expect((await hosts.all()).map(({ host }) => host)).toEqual(["b.example", "a.example", "c.example"]);
    expect([await hosts.isBlocked("www.a.example"), await hosts.isBlocked("other.example")]).toEqual([true, false]);
    expect([await hosts.unblock("a.example"), await hosts.unblock("a.example")]).toEqual([true, false]);
    expect(await hosts.isBlocked("www.a.example")).toBe(false);
  });
});
