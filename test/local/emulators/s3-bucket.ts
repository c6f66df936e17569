import { S3Client } from "@aws-sdk/client-s3";
import type { Credentials } from "../../../lib/local/access/callers.ts";
import { Callers } from "../../../lib/local/access/callers.ts";
import { AwsEndpoint } from "../../../lib/local/emulators/aws-endpoint.ts";
import { startEmulators } from "../../../lib/local/emulators/emulators.ts";
import { s3Service } from "../../../lib/local/emulators/s3-service.ts";
import { SqsEmulator } from "../../../lib/local/emulators/sqs-emulator.ts";
import { temporaryFolder } from "../system.ts";
import { servicesOf } from "./aws-services.ts";

/** The local S3 with one bucket. */
export interface S3Bucket {
  readonly callers: Callers;
  /** A client that makes one attempt; the operator's by default. */
  client(credentials?: Credentials): S3Client;
  close(): Promise<void>;
}

/** Starts the local S3 with an empty bucket of this name. */
export async function startS3Bucket(bucket: string): Promise<S3Bucket> {
  const folder = temporaryFolder();
  const callers = new Callers();
  const operator = callers.operator();
  const front = await AwsEndpoint.listen(callers);
  const emulators = await startEmulators(folder.path, false);
  emulators.fauxqs.createBucket(bucket);
  front.serve(servicesOf({ s3: s3Service(new SqsEmulator(emulators.fauxqs).port) }));
  return {
    callers,
    client: (credentials = operator) =>
      new S3Client({ region: "us-east-1", endpoint: front.origin, credentials, maxAttempts: 1 }),
    async close() {
      await front.close();
      await emulators.close();
      folder.remove();
    },
  };
}
