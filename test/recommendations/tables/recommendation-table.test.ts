import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DirectoryEntry } from "../../../lambdas/recommendations/domain/directory.ts";
import type { Recommendation, SiteLookup } from "../../../lambdas/recommendations/domain/recommendation.ts";
import {
  editedRecommendation,
  refreshedRecommendation,
} from "../../../lambdas/recommendations/domain/recommendation.ts";
import { RecommendationTable } from "../../../lambdas/recommendations/tables/recommendation-table.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { forgetfulClient } from "../../emulators/intercepted-client.ts";
import { at } from "../../emulators/test-clock.ts";
import { sampleRecommendation } from "../sample-recommendations.ts";

let recommendations: RecommendationTable;
let subject: Recommendation;

dynamoOfFile();
beforeAll(() => {
  recommendations = new RecommendationTable(dynamo.client, "recommendations");
});

let created = 0;
beforeEach(async () => {
  created += 1;
  subject = sampleRecommendation({
    id: derivedId("subject", String(created)),
    description: "My words",
    excerpt: "Their words",
    site: { excerpt: null, featuredImage: null, favicon: null, oneClickSubscribe: false, source: "page" },
  });
  expect(await recommendations.create(subject)).toBe(true);
});

const entriesOf = (...shown: readonly DirectoryEntry[]) => ({
  entries: new Map(shown.map(({ id, url, createdAt, updatedAt }) => [id, { id, url, createdAt, updatedAt }])),
});

const site: SiteLookup = {
  source: "endpoint",
  isComplete: true,
  title: "x",
  excerpt: "Found",
  featuredImage: "https://a.example/1.png",
  favicon: null,
  oneClickSubscribe: true,
};

describe("a recommendation", () => {
  it("is read as it was put, with the address and the dates of the directory", async () => {
    expect(await recommendations.get(subject)).toEqual(subject);
    const moved = { ...subject, url: "https://moved.example/", updatedAt: "2026-11-20T04:00:00.000Z" };
    expect(await recommendations.get(moved)).toEqual(moved);
    const plain = sampleRecommendation({ id: derivedId("plain") });
    await recommendations.create(plain);
    expect(await recommendations.get(plain)).toEqual(plain);
  });

  it("is not put over another one, nor over a deleted one", async () => {
    expect(await recommendations.create({ ...subject, title: "Another" })).toBe(false);
    expect(await recommendations.get(subject)).toEqual(subject);
    await recommendations.markDeleted(subject.id);
    expect(await recommendations.create(subject)).toBe(false);
    expect(await recommendations.get(subject)).toBeNull();
    const another = sampleRecommendation({ id: derivedId("another") });
    const deleted = forgetfulClient(dynamo, async () => void (await recommendations.markDeleted(another.id)));
    expect(await new RecommendationTable(deleted, "recommendations").create(another)).toBe(false);
  });
});

describe("all", () => {
  it("are those in the directory", async () => {
    const [hidden, deleted] = [derivedId("hidden"), derivedId("deleted")].map((id) => sampleRecommendation({ id }));
    if (hidden === undefined || deleted === undefined) throw new Error("There are two.");
    await recommendations.create(hidden);
    await recommendations.create(deleted);
    await recommendations.markDeleted(deleted.id);
    expect(await recommendations.all(entriesOf(subject, deleted))).toEqual([subject]);
    dynamo.requests.length = 0;
    expect(await recommendations.all(entriesOf())).toEqual([]);
    expect(dynamo.requests).toEqual([]);
  });

  it("are read completely, over several pages of the table", async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      sampleRecommendation({ id: derivedId("many", String(index)) }),
    );
    await Promise.all(many.map((one) => recommendations.create(one)));
    const send = ({ input }: QueryCommand) => dynamo.client.send(new QueryCommand({ ...input, Limit: 7 }));
    const short = new RecommendationTable({ send } as unknown as DynamoDBDocumentClient, "recommendations");
    expect(await short.all(entriesOf(...many))).toHaveLength(30);
  });
});

describe("save", () => {
  it("keeps both concurrent changes of different fields", async () => {
    const [one, other] = [
      editedRecommendation(subject, { title: "Another" }, at(0)),
      editedRecommendation(subject, { featuredImage: "https://mine.example/" }, at(0)),
    ];
    await Promise.all([
      recommendations.save(subject, one),
      recommendations.save(subject, other),
      recommendations.save(subject, editedRecommendation(subject, { description: "Mine" }, at(0))),
    ]);
    expect(await recommendations.get(subject)).toEqual({
      ...subject,
      title: "Another",
      description: "Mine",
      featuredImage: "https://mine.example/",
    });
  });

  it("writes nothing when nothing changes, and restores no deleted item", async () => {
    dynamo.requests.length = 0;
    expect(await recommendations.save(subject, { ...subject, updatedAt: "2026-11-20T04:00:00.000Z" })).toBe(true);
    expect(dynamo.requests).toEqual([]);
    await recommendations.markDeleted(subject.id);
    const next = editedRecommendation(subject, { title: "Another" }, at(0));
    expect(await recommendations.save(subject, next)).toBe(false);
    expect(await recommendations.get(subject)).toBeNull();
  });
});

describe("a field that is reset", () => {
  it("has the value of the latest lookup, even one that was written meanwhile", async () => {
    const mine = editedRecommendation(subject, { featuredImage: "https://mine.example/" }, at(0));
    await recommendations.save(subject, mine);
    expect(await recommendations.fill(mine, refreshedRecommendation(mine, site, at(0)))).toBe(true);
    const back = editedRecommendation(mine, { featuredImage: null }, at(0));
    expect(await recommendations.save(mine, back, ["featuredImage"])).toBe(true);
    expect(await recommendations.get(mine)).toMatchObject({ featuredImage: "https://a.example/1.png" });
  });
});

describe("fill", () => {
  it("writes the site's values", async () => {
    const next = refreshedRecommendation(subject, site, at(0));
    expect(await recommendations.fill(subject, next)).toBe(true);
    expect(await recommendations.get(next)).toEqual({
      ...next,
      excerpt: "Their words",
      featuredImage: "https://a.example/1.png",
      oneClickSubscribe: true,
    });
  });

  it("does not overwrite values that the publisher has sent meanwhile", async () => {
    const next = refreshedRecommendation(subject, site, at(0));
    await recommendations.save(
      subject,
      editedRecommendation(subject, { featuredImage: "https://mine.example/" }, at(0)),
    );
    expect(await recommendations.fill(subject, next)).toBe(false);
    expect(await recommendations.get(subject)).toMatchObject({
      featuredImage: "https://mine.example/",
      oneClickSubscribe: false,
      site: subject.site,
    });
  });
});

describe("a choice before the first lookup", () => {
  it("is given up with the field, and is then no value of the site", async () => {
    const unknown = { excerpt: null, featuredImage: null, favicon: null, oneClickSubscribe: null, source: null };
    const chosen = sampleRecommendation({ id: derivedId("chosen"), oneClickSubscribe: true, site: unknown });
    await recommendations.create(chosen);
    const back = editedRecommendation(chosen, { oneClickSubscribe: null }, at(0));
    expect(await recommendations.save(chosen, back, ["oneClickSubscribe"])).toBe(true);
    expect(await recommendations.get(back)).toEqual({
      ...back,
      oneClickSubscribe: false,
      site: { ...unknown, oneClickSubscribe: false },
    });
  });
});

describe("a lookup", () => {
  it("writes nothing when nothing changes, and the site's values alone when the publisher set others", async () => {
    const mine = editedRecommendation(
      subject,
      { featuredImage: "https://mine.example/", oneClickSubscribe: true },
      at(0),
    );
    await recommendations.save(subject, mine);
    const next = refreshedRecommendation(mine, site, at(0));
    expect(next).toEqual({ ...mine, site: next.site });
    expect(await recommendations.fill(mine, next)).toBe(true);
    expect(await recommendations.get(mine)).toEqual(next);
    dynamo.requests.length = 0;
    expect(await recommendations.fill(next, refreshedRecommendation(next, site, at(1)))).toBe(true);
    expect(dynamo.requests).toEqual([]);
    await recommendations.markDeleted(subject.id);
    expect(await recommendations.fill(mine, next)).toBe(false);
  });
});

it("a recommendation that was never stored is not there", async () => {
  expect(await recommendations.get(sampleRecommendation({ id: derivedId("never") }))).toBeNull();
});
