import type { S3Client } from "@aws-sdk/client-s3";
import { lazy } from "../lazy.ts";

/** S3's client, loaded with the first object that is needed: it is a quarter of a function's code, and few requests need one. */
export type ObjectsOnDemand = () => Promise<S3Client>;

/** A container needs one, for all buckets: each client has connections of its own. */
export function objectsOnDemand(): ObjectsOnDemand {
  return lazy(async () => (await import("./object-client.ts")).objectClient());
}
