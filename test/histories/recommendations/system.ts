import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { giveUpRefresh } from "../../../lambdas/recommendations/metadata-worker.ts";
import { runDaily } from "../../../lambdas/recommendations/on-schedule.ts";
import { giveUpReceive } from "../../../lambdas/recommendations/receive-worker.ts";
import {
  reconcilableDeliveries,
  reconcilableDirectory,
  reconcilableMentions,
} from "../../../lambdas/recommendations/reconcile.ts";
import { giveUpDelivery } from "../../../lambdas/recommendations/send-worker.ts";
import { deliverWebmention } from "../../../lambdas/recommendations/work/deliver-webmention.ts";
import { refreshRecommendation } from "../../../lambdas/recommendations/work/refresh-recommendation.ts";
import type { RecommendationMetadataMessage } from "../../../lambdas/recommendations/work/request-refresh.ts";
import { recommendationMetadataMessage } from "../../../lambdas/recommendations/work/request-refresh.ts";
import { verifyMention } from "../../../lambdas/recommendations/work/verify-mention.ts";
import type { WebmentionReceiveMessage } from "../../../lambdas/recommendations/work/webmention-receive-message.ts";
import { webmentionReceiveMessage } from "../../../lambdas/recommendations/work/webmention-receive-message.ts";
import type { WebmentionSendMessage } from "../../../lambdas/recommendations/work/webmention-send-message.ts";
import { webmentionSendMessage } from "../../../lambdas/recommendations/work/webmention-send-message.ts";
import { NoticeWriter } from "../../../lambdas/shared/notices/notice-writer.ts";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundFetch, OutboundRequest } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { ResendQueue } from "../../../lambdas/shared/work/backlog.ts";
import type { Queue } from "../../../lambdas/shared/work/queue.ts";
import { sqsWorker } from "../../../lambdas/shared/work/worker.ts";
import { testIds } from "../../emulators/test-queue.ts";
import { changeStore, shownBy } from "../../recommendations/changes-world.ts";
import { mentionNotices } from "../../recommendations/mentions-world.ts";
import { recommendationsTables, recommendationsWorld } from "../../recommendations/recommendations-world.ts";
import { sampleOwnSite } from "../../recommendations/sample-own-site.ts";
import { TestBucket } from "../../recommendations/test-bucket.ts";
import { response } from "../../shared/outbound/outbound-response.ts";
import type { HistoryQueue, HistoryQueueProps } from "../history-queue.ts";
import type { HistoryWorld } from "../world.ts";
import type { Invocation, OutgoingAttempt, ReceivedWebmention } from "./outgoing-log.ts";
import { followed, webmentionIn } from "./outgoing-log.ts";
import type { Outside } from "./outside.ts";
import type { Source } from "./steps.ts";
import { SOURCES } from "./steps.ts";

/** One queue stands for the three of the feature, which differ in their visibility time-outs alone. */
export type RecommendationMessage = WebmentionSendMessage | WebmentionReceiveMessage | RecommendationMetadataMessage;

const MAX_RECEIVES = 5;
/** The visibility time-out of the longest worker, as in the template: six times its time-out. */
export const RECOMMENDATIONS_QUEUE: HistoryQueueProps = { maxReceiveCount: MAX_RECEIVES, visibilityTimeout: 270_000 };

export type RecommendationsOutside = HistoryWorld<RecommendationMessage, OutboundRequest>;

/** A request of a source by an invocation. */
interface Look extends Invocation {
  readonly source: Source;
  /** Whether the source can be read, and links to us. */
  readonly isFound: boolean;
}

/** The feature's functions in a world, and what they did outside. */
export function recommendationsSystem(outside: Outside, { actors, clock, queue, site }: RecommendationsOutside) {
  const bucket = new TestBucket();
  const attempts: OutgoingAttempt[] = [];
  const received: ReceivedWebmention[] = [];
  const looks: Look[] = [];

  const store = changeStore(
    bucket.intercepted(async (_command, forward) => {
      // The SDK repeats a call whose answer is lost, and no call that S3 has refused.
      const answer = await actors.call(() => Promise.allSettled([forward()]));
      if (answer[0].status === "rejected") throw answer[0].reason;
      return answer[0].value;
    }),
  );
  const services = {
    ...recommendationsWorld(actors),
    ...recommendationsTables(actors.client, actors.oneAttempt),
    ...store,
    clock,
    webmentionSendQueue: queueOf<WebmentionSendMessage>(queue),
    webmentionReceiveQueue: queueOf<WebmentionReceiveMessage>(queue),
    metadataQueue: queueOf<RecommendationMetadataMessage>(queue),
    notices: new NoticeWriter(actors.client, "notices"),
    newId: testIds(),
  };

  const fetchIn =
    (by: Invocation): OutboundFetch =>
    async (request) => {
      const url = new URL(request.url);
      const source = SOURCES.find((one) => one === url.href);
      if (source !== undefined) looks.push({ ...by, source, isFound: site.isWell && outside.isLinking(source) });
      try {
        return await actors.outside(async () => {
          const webmention = webmentionIn(request, by.step);
          if (webmention !== null) received.push(webmention);
          return { ...site.answer(request), url };
        });
      } catch (error) {
        if (error instanceof OutboundError) throw error;
        if (isThrottled(error)) return response({ status: 429, url });
        throw new OutboundError("timeout", url.host, { cause: error });
      }
    };

  /** Processes a message with the worker of its queue. */
  async function work(event: SQSEvent, by: Invocation): Promise<SQSBatchResponse> {
    const fetch = fetchIn(by);
    const message: RecommendationMessage = JSON.parse(event.Records[0]?.body ?? "");
    const shared = { ...services, visibility: queue.visibility, maxReceiveCount: MAX_RECEIVES, random: () => 0 };
    const { url: siteUrl } = sampleOwnSite;
    if ("target" in message) {
      const shown = () => shownBy(bucket.document());
      const attempted = () => {
        const attempt: OutgoingAttempt = { ...by, message, end: null, status: null, endpoint: null, shown: shown() };
        attempts.push(attempt);
        return attempt;
      };
      const services = { ...shared, siteUrl, attemptMs: 30_000, fetch: followed(fetch, attempted) };
      return sqsWorker({
        environment: {},
        message: webmentionSendMessage,
        services: () => services,
        work: deliverWebmention,
        giveUp: giveUpDelivery,
      })(event);
    }
    if ("recommendationId" in message) {
      return sqsWorker({
        environment: {},
        message: recommendationMetadataMessage,
        services: () => ({ ...shared, fetch }),
        work: refreshRecommendation,
        giveUp: giveUpRefresh,
      })(event);
    }
    return sqsWorker({
      environment: {},
      message: webmentionReceiveMessage,
      services: () => ({ ...shared, siteUrl, fetch }),
      work: verifyMention,
      giveUp: giveUpReceive,
    })(event);
  }

  const { deliveries, mentions } = services;
  return {
    services,
    work,
    daily: () => runDaily(services, "daily-1"),
    reconcilable: [
      reconcilableDirectory(services),
      reconcilableDeliveries(deliveries, services.webmentionSendQueue, clock),
      reconcilableMentions(mentions, services.webmentionReceiveQueue, clock),
    ],
    document: () => bucket.document(),
    attempts,
    received,
    /** The requests of sources. */
    looks,
    /** The notices that were made. */
    notices: () => mentionNotices(actors.client),
  };
}

export type RecommendationsSystem = ReturnType<typeof recommendationsSystem>;

/** The queue as those see it who send messages of one kind. */
function queueOf<M extends RecommendationMessage>(
  queue: HistoryQueue<RecommendationMessage>,
): Queue<M> & ResendQueue<M> {
  // What a queue returns of its messages are those that it was given.
  return queue as unknown as Queue<M> & ResendQueue<M>;
}

function isThrottled(error: unknown): boolean {
  return error instanceof Error && error.name === "ThrottlingException";
}
