import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Mention } from "../../../lambdas/recommendations/domain/mention.ts";
import { mentionSource } from "../../../lambdas/recommendations/domain/mention-source.ts";
import type { VerifyServices } from "../../../lambdas/recommendations/work/verify-mention.ts";
import { webmentionReceiveMessageOf } from "../../../lambdas/recommendations/work/webmention-receive-message.ts";
import type { WebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { startWebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import type { TestClock } from "../../emulators/test-clock.ts";
import { MINUTE, testClock } from "../../emulators/test-clock.ts";
import { testIds } from "../../emulators/test-queue.ts";
import {
  looker,
  MAX_RECEIVES,
  mentionNotices,
  mentionTables,
  network,
  SITE_URL,
  verifiedMentions,
} from "../mentions-world.ts";

export const US = `${SITE_URL}/`;
export const LIST = "/.well-known/recommendations.json";

/** The tables and the clock of the current test, and the garden, a site that recommends us. */
export let tables: ReturnType<typeof mentionTables>;
export let clock: TestClock;
export let garden: WebmentionSite;
let newId: () => string;

/** Starts the garden once for a file, and everything else for each test. */
export function gardenOfFile(): void {
  dynamoOfEachTest();
  beforeAll(async () => {
    garden = await startWebmentionSite();
  });
  afterAll(() => garden.close());
  beforeEach(() => {
    tables = mentionTables(dynamo.client);
    clock = testClock();
    newId = testIds();
    garden.clearRequests();
    garden.clearFaults();
    garden.list(null);
    garden.recommend(US);
    garden.describe({ title: "The garden" });
  });
}

/** The garden's hosts. */
export const gardens = () => ({ "garden.example": garden, "www.garden.example": garden });

export function worker(changes: Partial<VerifyServices> = {}) {
  return looker({
    ...tables,
    siteUrl: SITE_URL,
    fetch: network(gardens()),
    now: () => performance.now(),
    clock,
    random: () => 0,
    maxReceiveCount: MAX_RECEIVES,
    ...changes,
  });
}

/** Requests a verification, like the API. */
export async function requested(source = garden.source, target = US): Promise<Mention> {
  const now = clock.now();
  return tables.mentions.request(mentionSource(source), target, {
    workId: newId(),
    now,
    reconcileAt: new Date(now.getTime() + 10 * MINUTE),
  });
}

/** Requests a verification and runs it. @returns the mention afterwards */
export async function looked(source = garden.source, target = US): Promise<Mention | null> {
  const mention = await requested(source, target);
  await worker().receive(webmentionReceiveMessageOf(mention), 4);
  return tables.mentions.get(mention.id);
}

export const noticed = () => mentionNotices(dynamo.client);
export const visible = async () => (await verifiedMentions(tables.mentions)).map(({ source }) => source);
