import type { S3Client } from "@aws-sdk/client-s3";

/** The base of each class that knows one kind of objects of a bucket. */
export abstract class StoredObjects {
  protected readonly client: Pick<S3Client, "send">;
  protected readonly bucket: string;

  constructor(client: Pick<S3Client, "send">, bucket: string) {
    this.client = client;
    this.bucket = bucket;
  }
}
