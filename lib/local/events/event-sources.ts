import type { Statement } from "../../policies/policies.ts";
import { isAllowed } from "../access/policies.ts";
import type { LocalFunction } from "../functions/local-function.ts";
import { StartError } from "../start-error.ts";
import type { Template } from "../template/template.ts";
import type { EventSource } from "./poller.ts";
import type { LocalQueue } from "./queues.ts";

export interface EventSourcesOptions {
  readonly template: Template;
  readonly queues: readonly LocalQueue[];
  readonly functions: ReadonlyMap<string, LocalFunction>;
  readonly statements: ReadonlyMap<string, readonly Statement[]>;
}

/**
 * The permissions on the queue that a function's role must have; without them AWS refuses to create the event source.
 */
const NEEDED = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];

/**
 * Reads the template's event source mappings.
 *
 * @throws StartError when a function's role does not let it read its queue
 */
export function readEventSources({ template, queues, functions, statements }: EventSourcesOptions): EventSource[] {
  return template.ofType("AWS::Lambda::EventSourceMapping").map(({ logicalId, properties }) => {
    const queue = queues.find(({ arn }) => arn === properties.EventSourceArn);
    const consumer = [...functions.values()].find(({ definition }) => definition.name === properties.FunctionName);
    if (queue === undefined || consumer === undefined) {
      throw new Error(`Event source ${logicalId} names a queue or a function that the template does not have.`);
    }
    const missing = NEEDED.filter(
      (action) => !isAllowed(statements.get(consumer.definition.role) ?? [], action, queue.arn),
    );
    if (missing.length > 0) {
      throw new StartError(`The role of ${consumer.definition.name} lacks ${missing.join(", ")} on ${queue.name}.`);
    }
    const scaling = properties.ScalingConfig as { MaximumConcurrency?: number } | undefined;
    return {
      queue: queue.name,
      queueArn: queue.arn,
      visibilityTimeout: queue.visibilityTimeout,
      batchSize: Number(properties.BatchSize ?? 10),
      batchingWindow: Number(properties.MaximumBatchingWindowInSeconds ?? 0),
      maxConcurrency: scaling?.MaximumConcurrency ?? 10,
      reportsPartialFailures: ((properties.FunctionResponseTypes ?? []) as string[]).includes(
        "ReportBatchItemFailures",
      ),
      function: consumer,
    };
  });
}
