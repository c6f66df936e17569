import { S3Client } from "@aws-sdk/client-s3";
import { boundedCalls, CALL_LIMITS } from "../../shared/aws-client.ts";

/** The container's one client of the site's bucket. */
export function siteBucketClient(): S3Client {
  return new S3Client(boundedCalls(CALL_LIMITS.s3));
}
