import type { Counts } from "../../../../lambdas/recommendations/domain/recommendation.ts";
import { memberTokens } from "../../../../lambdas/recommendations/http/member-tokens.ts";
import type { RecommendationsServices } from "../../../../lambdas/recommendations/http/services.ts";
import { giveUpRefresh } from "../../../../lambdas/recommendations/metadata-worker.ts";
import { runDaily } from "../../../../lambdas/recommendations/on-schedule.ts";
import { giveUpReceive } from "../../../../lambdas/recommendations/receive-worker.ts";
import {
  reconcilableDeliveries,
  reconcilableDirectory,
  reconcilableMentions,
} from "../../../../lambdas/recommendations/reconcile.ts";
import { giveUpDelivery } from "../../../../lambdas/recommendations/send-worker.ts";
import { deliverWebmention } from "../../../../lambdas/recommendations/work/deliver-webmention.ts";
import { refreshRecommendation } from "../../../../lambdas/recommendations/work/refresh-recommendation.ts";
import type { RecommendationMetadataMessage } from "../../../../lambdas/recommendations/work/request-refresh.ts";
import { recommendationMetadataMessage } from "../../../../lambdas/recommendations/work/request-refresh.ts";
import { verifyMention } from "../../../../lambdas/recommendations/work/verify-mention.ts";
import { webmentionReceiveMessage } from "../../../../lambdas/recommendations/work/webmention-receive-message.ts";
import type { WebmentionSendMessage } from "../../../../lambdas/recommendations/work/webmention-send-message.ts";
import { webmentionSendMessage } from "../../../../lambdas/recommendations/work/webmention-send-message.ts";
import { NoticeWriter } from "../../../../lambdas/shared/notices/notice-writer.ts";
import { sqsWorker } from "../../../../lambdas/shared/work/worker.ts";
import { MINUTE } from "../../../emulators/test-clock.ts";
import { testIds } from "../../../emulators/test-queue.ts";
import { changeStore, TABLE } from "../../../recommendations/changes-world.ts";
import { MAX_RECEIVES } from "../../../recommendations/mentions-world.ts";
import {
  recommendationsApi,
  recommendationsTables,
  VIEWER_SECRET,
} from "../../../recommendations/recommendations-world.ts";
import { sampleOwnSite } from "../../../recommendations/sample-own-site.ts";
import { TestBucket } from "../../../recommendations/test-bucket.ts";
import type { FaultQueue } from "../../fault-queue.ts";
import type { FaultWorld } from "../../feature.ts";
import { brokenFetch } from "../../outside.ts";
import { reconciler, scheduledRun } from "../../schedules.ts";
import type { System } from "../../system.ts";
import { effectsOf, withoutRepetitions } from "./compared.ts";
import type { Sites } from "./sites.ts";
import { ISSUER, sites } from "./sites.ts";

const HOUR = 60 * MINUTE;

/** Recommendations' functions over a system. */
export interface RecommendationsFaults extends FaultWorld {
  readonly services: RecommendationsServices;
  readonly sites: Sites;
  /** Sources and targets of the Webmentions that were sent, each as often as it was. */
  readonly told: string[];
  readonly queues: {
    readonly send: FaultQueue<WebmentionSendMessage>;
    readonly receive: FaultQueue<never>;
    readonly metadata: FaultQueue<RecommendationMetadataMessage>;
  };
  readonly daily: () => Promise<unknown>;
  readonly reconcile: () => Promise<unknown>;
  /** The daily runs that are due, the first within an hour, another one on each day after. */
  dailyRuns: number;
  /** Whether a repetition may send a Webmention again: of a request to send it, or of a worker that was stopped. */
  mayTellAgain: boolean;
  /** What the request counts, unless it is broken: then it may be lost. */
  mayBeLost: Counts | null;
  mayBeLeft: boolean;
  /** Whether an edit that is never sent again may have changed the address alone. */
  mayBeHalfEdited: boolean;
}

/** Builds the feature's functions, as they are deployed. */
export function start(system: System): RecommendationsFaults {
  const { clock, invocations } = system;
  const workQueue = <M>(name: string, visibilityTimeout: number) =>
    system.queue<M>({ name, maxReceiveCount: MAX_RECEIVES, visibilityTimeout });
  const queues = {
    send: workQueue<WebmentionSendMessage>("webmention-send", 3 * MINUTE),
    receive: workQueue<never>("webmention-receive", 5 * MINUTE),
    metadata: workQueue<RecommendationMetadataMessage>("recommendation-metadata", 3 * MINUTE),
  };
  const bucket = new TestBucket();
  const around = sites();
  const told: string[] = [];
  const fetch = brokenFetch(invocations, async (wanted) => {
    if (wanted.method === "POST" && around.status === 200) told.push(String(wanted.body));
    return around.fetch(wanted);
  });
  const number = testIds();
  const services: RecommendationsServices = {
    ...recommendationsTables(invocations.client, invocations.oneAttempt),
    ...changeStore(bucket.intercepted((command, forward) => invocations.aws(`${command} site`, forward))),
    webmentionSendQueue: queues.send,
    webmentionReceiveQueue: queues.receive,
    metadataQueue: queues.metadata,
    site: sampleOwnSite,
    apiUrl: "https://api.alice.example",
    embedScript: async () => "script()",
    // Each invocation has a container of its own: none waits for the keys that another one was fetching.
    memberTokens: { verifyMember: (authorization) => memberTokens(ISSUER, fetch).verifyMember(authorization) },
    viewerSecret: { read: () => invocations.aws("GetSecretValue", async () => VIEWER_SECRET) },
    fetch,
    clock,
    now: () => 0,
    // In the form of a random id, so that it may be a recommendation's.
    newId: () => `00000000-0000-4000-8000-${number().slice("id-".length).padStart(12, "0")}`,
  };
  const working = { ...services, maxReceiveCount: MAX_RECEIVES, random: () => 0 };
  queues.send.worker = sqsWorker({
    environment: {},
    message: webmentionSendMessage,
    services: () => ({
      ...working,
      siteUrl: services.site.url,
      attemptMs: 30_000,
      visibility: queues.send.visibility,
    }),
    work: deliverWebmention,
    giveUp: giveUpDelivery,
  });
  queues.receive.worker = sqsWorker({
    environment: {},
    message: webmentionReceiveMessage,
    services: () => ({
      ...working,
      notices: new NoticeWriter(invocations.client, "notices"),
      siteUrl: services.site.url,
      visibility: queues.receive.visibility,
    }),
    work: verifyMention,
    giveUp: giveUpReceive,
  });
  queues.metadata.worker = sqsWorker({
    environment: {},
    message: recommendationMetadataMessage,
    services: () => ({ ...working, visibility: queues.metadata.visibility }),
    work: refreshRecommendation,
    giveUp: giveUpRefresh,
  });
  const { deliveries, mentions } = services;
  const world: RecommendationsFaults = {
    system,
    tables: [TABLE, "idempotency_keys", "notices"],
    services,
    sites: around,
    told,
    queues,
    send: recommendationsApi(services),
    daily: scheduledRun((correlationId) => runDaily(services, correlationId)),
    reconcile: reconciler(system, [
      reconcilableDirectory(services),
      reconcilableDeliveries(deliveries, queues.send, clock),
      reconcilableMentions(mentions, queues.receive, clock),
    ]),
    isWorkItem: (item) => /^{"pk":"(?:deliveries|directory|mentions|recommendations)/.test(item),
    settled: (item, broken) => withoutRepetitions(item, broken, world.mayBeHalfEdited),
    effects: async (broken) => ({ ...(await effectsOf(world, broken)), document: bucket.document() }),
    dailyRuns: 0,
    mayTellAgain: false,
    mayBeLost: null,
    mayBeLeft: false,
    mayBeHalfEdited: false,
  };
  // Not on every day: what a run requests would keep the queues busy for ever.
  system.hourly.push(async () => {
    if (world.dailyRuns === 0) return;
    world.dailyRuns -= 1;
    await world.daily();
    if (world.dailyRuns > 0) clock.forward(23 * HOUR);
  });
  return world;
}
