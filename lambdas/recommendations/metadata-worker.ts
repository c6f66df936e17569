import * as z from "zod/mini";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { objectClient } from "../shared/objects/object-client.ts";
import { outboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { givingUp } from "../shared/work/give-up.ts";
import { sampleBatch } from "../shared/work/sample-batch.ts";
import type { WorkerServices } from "../shared/work/worker.ts";
import { sqsWorker, workerServices } from "../shared/work/worker.ts";
import { siteOf } from "./site-environment.ts";
import { DirectoryTable } from "./tables/directory-table.ts";
import { DocumentStore } from "./tables/document-store.ts";
import { RecommendationTable } from "./tables/recommendation-table.ts";
import { metadataWorkerUses } from "./uses.ts";
import type { RefreshServices } from "./work/refresh-recommendation.ts";
import { refreshRecommendation } from "./work/refresh-recommendation.ts";
import { recommendationMetadataMessage } from "./work/request-refresh.ts";

type WorkServices = RefreshServices & WorkerServices;

function services(env: Environment<typeof metadataWorkerUses>): WorkServices {
  const tables = documentClient();
  return {
    directory: new DirectoryTable(tables, env.RECOMMENDATIONS_TABLE),
    recommendations: new RecommendationTable(tables, env.RECOMMENDATIONS_TABLE),
    documents: new DocumentStore(objectClient(), env.SITE_BUCKET),
    site: siteOf(env),
    ...workerServices(env, env.RECOMMENDATION_METADATA_QUEUE_URL),
    fetch: outboundFetch,
    now: () => performance.now(),
    clock: systemClock(env.WAIT_SCALE),
  };
}

/** A recommendation's id can be parsed in messages of any schema version. */
const refreshSubject = z.object({ recommendationId: z.string() });

/** Leaves a recommendation unchanged; the message is kept unless there is nothing left to refresh. */
export const giveUpRefresh = givingUp({
  message: recommendationMetadataMessage,
  subject: refreshSubject,
  async end({ recommendationId }, _reason, { directory }: Pick<WorkServices, "directory">) {
    return (await directory.entry(recommendationId)) === null ? "delete_message" : "return_message";
  },
});

export const handler = await warmUpHandler(
  sqsWorker({
    environment: metadataWorkerUses,
    message: recommendationMetadataMessage,
    services,
    work: refreshRecommendation,
    giveUp: giveUpRefresh,
  }),
  sampleBatch({ schemaVersion: 1, recommendationId: "warm-up" }),
);
