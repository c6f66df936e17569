import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { boundedCalls, CALL_LIMITS } from "../shared/aws-client.ts";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { KEPT_BRIEFLY, ok } from "../shared/http/answer.ts";
import { httpApi } from "../shared/http/http-api.ts";
import { sampleRequest } from "../shared/http/sample-request.ts";
import { lazy } from "../shared/lazy.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { queueClient } from "../shared/work/queue.ts";
import { Alarms } from "./alarms.ts";
import { allFeatures, allRoutes } from "./all-routes.ts";
import { listAlarms } from "./list-alarms.ts";
import { listQueues } from "./list-queues.ts";
import { openapi } from "./openapi.ts";
import { Queues, watchedQueue } from "./queues.ts";
import { redriveQueue } from "./redrive-queue.ts";
import { operationsRoutes } from "./routes.ts";
import type { OperationsServices } from "./services.ts";
import { isVisit, unknownAddressPage } from "./unknown-address-page.ts";
import { unknownRoute } from "./unknown-route.ts";
import { apiUses } from "./uses.ts";

interface ApiServices extends OperationsServices {
  readonly version: string;
  readonly document: () => ReturnType<typeof openapi>;
}

function services(env: Environment<typeof apiUses>): ApiServices {
  const watched = env.QUEUES.map((queue) => watchedQueue(queue, env.NAME_PREFIX));
  const cloudWatch = new CloudWatchClient(boundedCalls(CALL_LIMITS.cloudwatch));
  const alarmRegions = env.ALARM_REGIONS.map(({ region, suffix }) => ({
    cloudWatch: new CloudWatchClient({ ...boundedCalls(CALL_LIMITS.cloudwatch), region }),
    suffix,
  }));
  return {
    queues: new Queues(queueClient(), cloudWatch, watched),
    alarms: new Alarms(alarmRegions, env.NAME_PREFIX),
    clock: systemClock(env.WAIT_SCALE),
    version: env.VERSION,
    document: lazy(() => openapi({ features: allFeatures, url: env.API_URL })),
  };
}

export const handler = await warmUpHandler(
  httpApi({
    routes: operationsRoutes,
    environment: apiUses,
    services,
    operations: {
      health: (_, { version }) => ok({ status: "ok", version }),
      openapi: (_, { document }) => ({ ...ok(document()), headers: KEPT_BRIEFLY }),
      listQueues,
      redriveQueue,
      listAlarms,
    },
    otherwise: ({ rawPath, headers, requestContext: { http } }) => {
      const rejected = unknownRoute(rawPath, allRoutes);
      if (rejected.status === 404 && isVisit(http.method, headers.accept)) return unknownAddressPage();
      throw rejected;
    },
  }),
  sampleRequest(operationsRoutes.health),
);
