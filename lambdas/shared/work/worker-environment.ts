import type { Environment } from "../env.ts";
import { count } from "../env.ts";
import { queueClient, queueVisibility } from "./queue.ts";
import type { WorkerServices } from "./worker.ts";

/** The variables that every worker needs. */
export const workerEnvironment = { MAX_RECEIVE_COUNT: count };

/** The services that every worker needs. @param queueUrl of the queue whose messages the worker receives */
export function workerServices(env: Environment<typeof workerEnvironment>, queueUrl: string): WorkerServices {
  return { visibility: queueVisibility(queueClient(), queueUrl), maxReceiveCount: env.MAX_RECEIVE_COUNT };
}
