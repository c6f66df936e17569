import { expect, it } from "vitest";
import { listCrawlOf, mercariMessage, syncDetailOf } from "../../../lambdas/mercari/work/request-crawl.ts";

const messages = [listCrawlOf("product-1"), syncDetailOf({ productId: "product-1", externalId: "m00000000001" })];

it.each(messages)("parses a $type message as it is sent, with its version", (message) => {
  expect(message.schemaVersion).toBe(1);
  expect(mercariMessage.parse(message)).toEqual(message);
});

it.each(messages)("treats a $type message without a version as version 1", (message) => {
  const { schemaVersion: _, ...unversioned } = message;
  expect(mercariMessage.parse(unversioned)).toEqual(message);
});

it.each(messages)("rejects a $type message of another version", (message) => {
  expect(mercariMessage.safeParse({ ...message, schemaVersion: 2 }).success).toBe(false);
});
