import type { S3Client } from "@aws-sdk/client-s3";
import { DeleteObjectsCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";

/**
 * Deletes all objects of a bucket whose keys have a prefix. A version of each is kept for as long as the bucket's rules
 * say; only an operator can read it.
 */
export async function emptyPrefix(client: Pick<S3Client, "send">, bucket: string, prefix: string): Promise<void> {
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken }));
    const Objects = (page.Contents ?? []).map(({ Key }) => ({ Key }));
    if (Objects.length > 0) {
      const { Errors = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
      );
      if (Errors.length > 0) throw new Error(`S3 deleted all but ${Errors.length} objects: ${Errors[0]?.Code}`);
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}
