import { S3Client } from "@aws-sdk/client-s3";
import type { Credentials } from "../../../lib/local/access/callers.ts";
import { s3Service } from "../../../lib/local/emulators/s3-service.ts";
import { AwsFront } from "./aws-front.ts";
import { StartedEmulators } from "./started-emulators.ts";

/** The local S3 with an empty bucket, for the tests of a file. */
export class S3Bucket {
  readonly #emulators = new StartedEmulators();
  readonly front: AwsFront;

  constructor(bucket: string) {
    this.front = new AwsFront(() => {
      this.#emulators.all.fauxqs.createBucket(bucket);
      return { s3: s3Service(this.#emulators.sqs.port) };
    });
  }

  /** A client that makes one attempt; the operator's by default. */
  client(credentials?: Credentials): S3Client {
    return new S3Client(this.front.client(credentials));
  }
}
