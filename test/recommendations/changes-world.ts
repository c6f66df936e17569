import type { S3Client } from "@aws-sdk/client-s3";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Directory } from "../../lambdas/recommendations/domain/directory.ts";
import type { Recommendation } from "../../lambdas/recommendations/domain/recommendation.ts";
import { editedRecommendation, newRecommendation } from "../../lambdas/recommendations/domain/recommendation.ts";
import { DeliveryTable } from "../../lambdas/recommendations/tables/delivery-table.ts";
import { DirectoryTable } from "../../lambdas/recommendations/tables/directory-table.ts";
import { DocumentStore } from "../../lambdas/recommendations/tables/document-store.ts";
import { RecommendationTable } from "../../lambdas/recommendations/tables/recommendation-table.ts";
import type { ChangeServices } from "../../lambdas/recommendations/work/publish-change.ts";
import { publishChange } from "../../lambdas/recommendations/work/publish-change.ts";
import type { WebmentionSendMessage } from "../../lambdas/recommendations/work/webmention-send-message.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { testClock } from "../emulators/test-clock.ts";
import type { TestQueue } from "../emulators/test-queue.ts";
import { testQueue } from "../emulators/test-queue.ts";
import { sampleOwnSite } from "./sample-own-site.ts";
import { TestBucket } from "./test-bucket.ts";

export const TABLE = "recommendations";

/** The services of every change of recommendations. */
export interface ChangesWorld extends ChangeServices {
  readonly clock: TestClock;
  readonly bucket: TestBucket;
  readonly webmentionSendQueue: TestQueue<WebmentionSendMessage>;
}

export function changesWorld({ client }: Pick<TestDynamo, "client">): ChangesWorld {
  const bucket = new TestBucket();
  return {
    ...changeTables(client),
    ...changeStore(bucket.client),
    bucket,
    webmentionSendQueue: testQueue<WebmentionSendMessage>(),
    clock: testClock(),
  };
}

export function changeTables(client: DynamoDBDocumentClient) {
  return {
    directory: new DirectoryTable(client, TABLE),
    recommendations: new RecommendationTable(client, TABLE),
    deliveries: new DeliveryTable(client, TABLE),
  };
}

export function changeStore(client: Pick<S3Client, "send">) {
  return { documents: new DocumentStore(client, "site"), site: sampleOwnSite };
}

/** Adds `https://<name>.example/` with the same calls as the API. */
export async function addSite(name: string, services: ChangeServices): Promise<Recommendation> {
  const { recommendations, directory, clock } = services;
  const creation = { id: derivedId(name), at: clock.now() };
  const recommendation = newRecommendation({ title: name, url: `https://${name}.example/` }, creation);
  const announcement = { id: derivedId("add", recommendation.id), at: clock.now() };
  await recommendations.create(recommendation);
  const added = await directory.add(recommendation, announcement);
  if (added.kind !== "added") throw new Error(`${name} is there.`);
  await publishChange(services, `add ${name}`, announcement.id);
  return recommendation;
}

/** Moves a recommendation with the same calls as the API. */
export async function moveSite(seen: Recommendation, url: string, services: ChangeServices): Promise<Recommendation> {
  const { recommendations, directory, clock } = services;
  const next = editedRecommendation(seen, { url, title: `now ${url}` }, clock.now());
  const announcement = { id: derivedId("edit", seen.id, url), at: clock.now() };
  const updatedAt = next.updatedAt ?? next.createdAt;
  const outcome = await directory.edit(seen, { url, updatedAt }, announcement);
  if (outcome.kind !== "edited") throw new Error(`${seen.url} is ${outcome.kind}.`);
  await recommendations.save(seen, next);
  await publishChange(services, `edit ${seen.title}`, announcement.id);
  return next;
}

/** Removes a recommendation with the same calls as the API. */
export async function removeSite({ id, title }: Recommendation, services: ChangeServices): Promise<void> {
  const { directory, clock } = services;
  const announcement = { id: derivedId("remove", id), at: clock.now() };
  if ((await directory.remove(id, announcement)) === null) throw new Error(`${title} is gone.`);
  await publishChange(services, `remove ${title}`, announcement.id);
}

/** The addresses in a document, in order. */
export function shownBy(document: string | null): readonly string[] {
  return (JSON.parse(document ?? "[]") as { url: string }[]).map(({ url }) => url);
}

export function urlsOf({ entries }: Directory): readonly string[] {
  return [...entries.values()].map(({ url }) => url);
}
