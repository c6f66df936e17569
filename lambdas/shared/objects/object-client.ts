import { S3Client } from "@aws-sdk/client-s3";
import { boundedCalls, CALL_LIMITS } from "../aws-client.ts";

/** A client of S3. A container needs one, for all buckets: each client has connections of its own. */
export function objectClient(): S3Client {
  return new S3Client(boundedCalls(CALL_LIMITS.s3));
}
