import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import type { Finding } from "../check.ts";
import { fail, ok } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";

const SUFFIX = "-dlq";
const COUNTS = [
  "ApproximateNumberOfMessages",
  "ApproximateNumberOfMessagesNotVisible",
  "ApproximateNumberOfMessagesDelayed",
] as const;

/** Whether every dead-letter queue of the stack is empty, including that of the schedules. */
export async function checkDeadLetters(stage: DeployedStage): Promise<Finding> {
  const urls = (await stage.listResources("AWS::SQS::Queue")).filter((url) => url.endsWith(SUFFIX));
  const depths = await Promise.all(
    urls.map(async (url) => {
      const { Attributes = {} } = await stage.clients.sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [...COUNTS] }),
      );
      const depth = COUNTS.reduce((sum, count) => sum + Number(Attributes[count] ?? 0), 0);
      const name = url.slice(url.lastIndexOf("/") + 1 + `${stage.name}-`.length, -SUFFIX.length);
      return { name, depth };
    }),
  );
  const dead = depths.filter(({ depth }) => depth > 0);
  const [first] = dead;
  if (first === undefined) return ok(`All ${urls.length} dead-letter queues are empty.`);
  return fail(
    `Dead letters: ${dead.map(({ name, depth }) => `${depth} of ${name}`).join(", ")}.`,
    `docs/runbook.md#${first.name === "schedules" ? "schedules-" : ""}dead-letters says how to find out why, and to have them tried again.`,
  );
}
