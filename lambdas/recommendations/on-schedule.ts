import { randomUUID } from "node:crypto";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { text, waitScale } from "../shared/env.ts";
import { documentClient } from "../shared/table/table.ts";
import type { Queue } from "../shared/work/queue.ts";
import { jsonQueue, queueClient } from "../shared/work/queue.ts";
import { reconcileAfter } from "../shared/work/reconcile.ts";
import { scheduled } from "../shared/work/scheduled.ts";
import { sendOrLeave } from "../shared/work/send-or-leave.ts";
import { BlockedHostTable } from "./tables/blocked-host-table.ts";
import { DirectoryTable } from "./tables/directory-table.ts";
import { EventTable } from "./tables/event-table.ts";
import { MentionCountTable } from "./tables/mention-count-table.ts";
import { MentionTable } from "./tables/mention-table.ts";
import { rollUp } from "./work/reader-counts.ts";
import type { RecommendationMetadataMessage } from "./work/recommendation-metadata-message.ts";
import { recommendationMetadataMessageOf } from "./work/recommendation-metadata-message.ts";
import type { TidyServices } from "./work/tidy-mentions.ts";
import { tidyMentions } from "./work/tidy-mentions.ts";
import type { WebmentionReceiveMessage } from "./work/webmention-receive-message.ts";
import { webmentionReceiveMessageOf } from "./work/webmention-receive-message.ts";

export const environment = {
  RECOMMENDATIONS_TABLE: text,
  RECOMMENDATION_METADATA_QUEUE_URL: text,
  WEBMENTION_RECEIVE_QUEUE_URL: text,
  WAIT_SCALE: waitScale,
};

/** What the daily run works with. */
export interface DailyServices extends TidyServices {
  readonly directory: DirectoryTable;
  readonly events: EventTable;
  readonly metadataQueue: Queue<RecommendationMetadataMessage>;
  readonly webmentionReceiveQueue: Queue<WebmentionReceiveMessage>;
  /** A fresh random id. */
  readonly newId: () => string;
}

/** Seconds over which refreshes are spread: the longest delay that SQS takes. */
const SPREAD_SECONDS = 900;
/** Messages that are sent at once. */
const AT_ONCE = 10;
/** Mentions that are looked for at once. */
const MENTIONS_AT_ONCE = 100;
/**
 * Looks that one run asks for, those that have waited longest first; what is left over is looked at the next day. The
 * queue's two looks at a time end them within an hour and a half even if each takes ten seconds.
 */
const CHECKS_A_RUN = 1_000;
/**
 * So long before its time a mention is looked at already. A look comes some time after its run, and runs may be an hour
 * less than a day apart, the schedule's window: without this every other day would be missed.
 */
const AHEAD_MS = 2 * 3_600_000;

function services(env: Environment<typeof environment>): DailyServices {
  const tables = documentClient();
  const queues = queueClient();
  return {
    directory: new DirectoryTable(tables, env.RECOMMENDATIONS_TABLE),
    mentions: new MentionTable(tables, env.RECOMMENDATIONS_TABLE),
    mentionCounts: new MentionCountTable(tables, env.RECOMMENDATIONS_TABLE),
    blockedHosts: new BlockedHostTable(tables, env.RECOMMENDATIONS_TABLE),
    events: new EventTable(tables, env.RECOMMENDATIONS_TABLE),
    metadataQueue: jsonQueue(queues, env.RECOMMENDATION_METADATA_QUEUE_URL),
    webmentionReceiveQueue: jsonQueue(queues, env.WEBMENTION_RECEIVE_QUEUE_URL),
    clock: systemClock(env.WAIT_SCALE),
    newId: randomUUID,
  };
}

export const handler = scheduled({ environment, services, run: runDaily });

/**
 * Asks for a refresh of every recommendation and for another look at the mentions whose time has come, or nearly, removes
 * the mentions that are over, and sums up what readers did. Cut short, it is run again: a refresh that is asked for twice
 * is harmless.
 */
export async function runDaily(services: DailyServices, correlationId: string): Promise<Record<string, number>> {
  const recommendations = await requestRefreshes(services, correlationId);
  // Before the looks: what has expired needs none.
  const tidied = await tidyMentions(services);
  const mentions = await requestChecks(services, correlationId);
  // Read anew: what was added since is not to be forgotten.
  await rollUp(services, (await services.directory.read()).entries);
  return { recommendations, mentions, ...tidied };
}

/** @returns how many were asked for */
async function requestRefreshes({ directory, metadataQueue }: DailyServices, correlationId: string): Promise<number> {
  const ids = [...(await directory.read()).entries.keys()];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    await Promise.all(
      ids.slice(from, from + AT_ONCE).map((id, index) => {
        const delaySeconds = Math.floor((SPREAD_SECONDS * (from + index)) / ids.length);
        return metadataQueue.send(recommendationMetadataMessageOf(id), correlationId, delaySeconds);
      }),
    );
  }
  return ids.length;
}

/** @returns how many were asked for */
async function requestChecks(services: DailyServices, correlationId: string): Promise<number> {
  const { mentions, webmentionReceiveQueue, clock, newId } = services;
  let requested = 0;
  for (;;) {
    const soon = new Date(clock.now().getTime() + clock.wait(AHEAD_MS));
    const due = await mentions.due(soon, Math.min(MENTIONS_AT_ONCE, CHECKS_A_RUN - requested));
    const before = requested;
    for (const seen of due) {
      const now = clock.now();
      const request = { id: newId(), now, reconcileAt: reconcileAfter(now, clock) };
      const mention = await mentions.requestCheck(seen, request);
      // The index is behind: it has been asked for already.
      if (mention === null) continue;
      requested += 1;
      const message = webmentionReceiveMessageOf(mention);
      await sendOrLeave(webmentionReceiveQueue, "webmention-receive", message, correlationId);
    }
    // The index may show for a while what was just asked for; what else is due has come back by the next day.
    if (due.length < MENTIONS_AT_ONCE || requested === before || requested >= CHECKS_A_RUN) return requested;
  }
}
