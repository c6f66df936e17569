import { S3Client } from "@aws-sdk/client-s3";

/** The container's one client of the site's bucket. Time-outs in milliseconds: what lies there is small. */
export function siteBucketClient(): S3Client {
  return new S3Client({ maxAttempts: 3, requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000 } });
}
