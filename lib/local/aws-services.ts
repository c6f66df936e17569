import { cloudWatchService } from "./alarms/cloudwatch-service.ts";
import type { LocalAlarms } from "./alarms/local-alarms.ts";
import { logsService } from "./alarms/logs-service.ts";
import type { AwsServices } from "./emulators/aws-endpoint.ts";
import { dynamoService } from "./emulators/dynamo-service.ts";
import type { InFlight } from "./emulators/in-flight.ts";
import type { MailStore } from "./emulators/mail-store.ts";
import type { MessageMoves } from "./emulators/message-moves.ts";
import { s3Service } from "./emulators/s3-service.ts";
import { secretsService } from "./emulators/secrets-service.ts";
import { sesService } from "./emulators/ses-service.ts";
import { sqsService } from "./emulators/sqs-service.ts";
import type { Engines } from "./engines.ts";
import { lambdaService } from "./functions/lambda-service.ts";
import type { LocalFunction } from "./functions/local-function.ts";
import type { StorageFailed } from "./storage-failure.ts";

export interface AwsServicesOptions {
  readonly engines: Pick<Engines, "dynamo" | "sqs" | "queues" | "secrets">;
  readonly functions: ReadonlyMap<string, LocalFunction>;
  readonly mails: MailStore;
  readonly alarms: LocalAlarms;
  readonly moves: MessageMoves;
  readonly inFlight: InFlight;
  /** The address of all of them. */
  readonly origin: string;
  /** Factor of every wait. */
  readonly scale: number;
  readonly failed: StorageFailed;
}

export function awsServices({
  engines,
  functions,
  mails,
  alarms,
  failed,
  ...queueing
}: AwsServicesOptions): AwsServices {
  const { dynamo, sqs, queues, secrets } = engines;
  const visibilityOf = (name: string) => queues.find((queue) => queue.name === name)?.visibilityTimeout;
  return {
    DynamoDB_20120810: dynamoService(dynamo),
    AmazonSQS: sqsService({ sqs, visibilityOf, ...queueing }),
    GraniteServiceVersion20100801: cloudWatchService({
      alarms,
      oldestAge: (queue, now) => sqs.oldestAge(queue, now),
      clock: Date.now,
    }),
    Logs_20140328: logsService,
    secretsmanager: secretsService(secrets),
    lambda: lambdaService(functions),
    ses: sesService(mails, Date.now),
    s3: s3Service(sqs.port, failed),
  };
}
