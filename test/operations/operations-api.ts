import { listAlarms } from "../../lambdas/operations/list-alarms.ts";
import { listQueues } from "../../lambdas/operations/list-queues.ts";
import { openapi } from "../../lambdas/operations/openapi.ts";
import { redriveQueue } from "../../lambdas/operations/redrive-queue.ts";
import { operationsRoutes } from "../../lambdas/operations/routes.ts";
import type { OperationsServices } from "../../lambdas/operations/services.ts";
import { ok } from "../../lambdas/shared/http/answer.ts";
import { ADMIN, featureApi } from "../emulators/feature-api.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";

/** The API of operations. @returns sends a request, by an administrator if it names nobody */
export function operationsApi(services: OperationsServices): (wanted: HttpRequest) => Promise<HttpAnswer> {
  const operations = {
    health: () => ok({ status: "ok", version: "1.0.0" }),
    openapi: () => ok(openapi({ features: [], url: "https://api.example" })),
    listQueues,
    redriveQueue,
    listAlarms,
  };
  return featureApi(operationsRoutes, operations, services, ADMIN);
}
