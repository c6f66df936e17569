import { randomUUID } from "node:crypto";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { documentClient } from "../shared/table/table.ts";
import type { Queue } from "../shared/work/queue.ts";
import { enterAndSend, jsonQueue, queueClient } from "../shared/work/queue.ts";
import { reconcileAfter } from "../shared/work/reconcile.ts";
import { runParts, scheduledHandler } from "../shared/work/scheduled-handler.ts";
import { BlockedHostTable } from "./tables/blocked-host-table.ts";
import { DirectoryTable } from "./tables/directory-table.ts";
import { MentionCountTable } from "./tables/mention-count-table.ts";
import type { MentionSubject } from "./tables/mention-table.ts";
import { MentionTable } from "./tables/mention-table.ts";
import { onScheduleUses } from "./uses.ts";
import type { RemovalServices } from "./work/remove-expired-mentions.ts";
import { removeExpiredMentions } from "./work/remove-expired-mentions.ts";
import type { RecommendationMetadataMessage } from "./work/request-refresh.ts";
import { recommendationMetadataMessageOf } from "./work/request-refresh.ts";
import type { WebmentionReceiveMessage } from "./work/webmention-receive-message.ts";
import { webmentionReceiveMessageOf } from "./work/webmention-receive-message.ts";

export interface DailyServices extends RemovalServices {
  readonly directory: DirectoryTable;
  readonly metadataQueue: Queue<RecommendationMetadataMessage>;
  readonly webmentionReceiveQueue: Queue<WebmentionReceiveMessage>;
  readonly newId: () => string;
}

/** Seconds over which refreshes are spread: the longest delay in SQS. */
const SPREAD_SECONDS = 900;
/**
 * The verifications that one run requests, the longest overdue first; the next day's run requests the rest. The queue's two
 * concurrent verifications finish them within an hour and a half even if each takes ten seconds.
 */
const VERIFICATIONS_PER_RUN = 1_000;
/**
 * How early a mention may be verified. A verification follows its run after some time, and runs may be an hour less than a
 * day apart (the schedule's window): without this margin every other day would be skipped.
 */
const LEAD_MS = 2 * 3_600_000;

function services(env: Environment<typeof onScheduleUses>): DailyServices {
  const tables = documentClient();
  const queues = queueClient();
  return {
    directory: new DirectoryTable(tables, env.RECOMMENDATIONS_TABLE),
    mentions: new MentionTable(tables, env.RECOMMENDATIONS_TABLE),
    mentionCounts: new MentionCountTable(tables, env.RECOMMENDATIONS_TABLE),
    blockedHosts: new BlockedHostTable(tables, env.RECOMMENDATIONS_TABLE),
    metadataQueue: jsonQueue(queues, env.RECOMMENDATION_METADATA_QUEUE_URL),
    webmentionReceiveQueue: jsonQueue(queues, env.WEBMENTION_RECEIVE_QUEUE_URL),
    clock: systemClock(env.WAIT_SCALE),
    newId: randomUUID,
  };
}

export const handler = scheduledHandler({ environment: onScheduleUses, services, run: runDaily });

/**
 * Requests a refresh of every recommendation and another verification of the mentions that are due, or nearly due, and
 * removes expired mentions. An interrupted run is repeated: a refresh that is requested twice has no further effect.
 *
 * @throws the first error of a part, at the end, so that the schedule's alarm fires
 */
export async function runDaily(services: DailyServices, correlationId: string): Promise<Record<string, number>> {
  const parts = {
    refreshes: async () => ({ recommendations: await requestRefreshes(services, correlationId) }),
    // Before the verifications, since expired mentions need none.
    removals: () => removeExpiredMentions(services, correlationId),
    verifications: async () => ({ mentions: await requestVerifications(services, correlationId) }),
  };
  return runParts(parts, correlationId);
}

/** @returns how many were requested */
async function requestRefreshes({ directory, metadataQueue }: DailyServices, correlationId: string): Promise<number> {
  const ids = [...(await directory.read()).entries.keys()];
  const outgoing = ids.map((id, index) => ({
    message: recommendationMetadataMessageOf(id),
    delaySeconds: Math.floor((SPREAD_SECONDS * index) / ids.length),
  }));
  const { unsent, error } = await metadataQueue.sendAll(outgoing, correlationId);
  // No table records the requested refreshes, so that the schedule must run again.
  if (unsent.length > 0) throw error;
  return ids.length;
}

/** @returns how many were requested */
async function requestVerifications(services: DailyServices, correlationId: string): Promise<number> {
  const { mentions, webmentionReceiveQueue, clock, newId } = services;
  const soon = new Date(clock.now().getTime() + clock.wait(LEAD_MS));
  const due = await mentions.due(soon, VERIFICATIONS_PER_RUN);
  const enter = async (seen: MentionSubject) => {
    const now = clock.now();
    const request = { workId: newId(), now, reconcileAt: reconcileAfter(now, clock) };
    const mention = await mentions.requestCheck(seen, request);
    // Null: the index is behind the table, and the verification is already requested.
    return mention && webmentionReceiveMessageOf(mention);
  };
  const about = ({ id }: MentionSubject) => ({ mention_id: id });
  return enterAndSend(webmentionReceiveQueue, "webmention-receive", due, enter, about, correlationId);
}
