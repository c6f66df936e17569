import { join } from "node:path";
import { SQSClient } from "@aws-sdk/client-sqs";
import { jsonQueue } from "../../lambdas/shared/work/queue.ts";
import { Callers } from "../../lib/local/access/callers.ts";
import { AwsEndpoint } from "../../lib/local/emulators/aws-endpoint.ts";
import { startEmulators } from "../../lib/local/emulators/emulators.ts";
import { SqsEmulator } from "../../lib/local/emulators/sqs-emulator.ts";
import { ACCOUNT } from "../../lib/local/template/identities.ts";
import { servicesOf } from "../local/emulators/aws-services.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import { inTemporaryFolder } from "./processes.ts";

const ROUNDS = 5;
const MESSAGES = 1_000;

/** What a schedule sends: 1,000 messages in batches, compared with one call for each message. */
export async function fanOut(): Promise<readonly Figure[]> {
  return inTemporaryFolder(async (folder) => {
    const emulators = await startEmulators(join(folder, "emulators"), false);
    const sqs = new SqsEmulator(emulators.fauxqs);
    const callers = new Callers();
    const front = await AwsEndpoint.listen(callers);
    front.serve(servicesOf({ AmazonSQS: ({ operation, body }) => sqs.raw(operation, body.toString()) }));
    const client = new SQSClient({ region: "us-east-1", endpoint: front.origin, credentials: callers.operator() });
    try {
      const names = { batches: "batches", single: "single" };
      for (const name of Object.values(names)) await sqs.call("CreateQueue", { QueueName: name });
      const queueUrl = (name: string) => `${front.origin}/${ACCOUNT}/${name}`;
      const message = (number: number) => ({ schemaVersion: 1, jobId: `job-${number}` });
      const messages = Array.from({ length: MESSAGES }, (_, number) => ({ message: message(number) }));
      const timed = async (name: string, send: () => Promise<void>) => {
        const began = performance.now();
        await send();
        const time = performance.now() - began;
        await sqs.call("PurgeQueue", { QueueUrl: sqs.url(name) });
        return time;
      };
      const times = await interleaved(ROUNDS, {
        batches: () =>
          timed(names.batches, async () => {
            const { unsent, error } = await jsonQueue(client, queueUrl(names.batches)).sendAll(messages, "run-1");
            if (unsent.length > 0) throw error;
          }),
        single: () =>
          timed(names.single, async () => {
            const queue = jsonQueue(client, queueUrl(names.single));
            for (const { message } of messages) await queue.send(message, "run-1");
          }),
      });
      return [
        {
          name: "1,000 messages of a schedule sent",
          unit: "ms",
          ours: median(times.batches),
          against: "one call for each message",
          theirs: median(times.single),
          aim: 0.25,
        },
      ];
    } finally {
      client.destroy();
      await Promise.all([front.close(), emulators.close()]);
    }
  });
}

if (import.meta.main) printFigures(await fanOut());
