import { HeadObjectCommand, PutObjectCommand, S3ServiceException } from "@aws-sdk/client-s3";
import { StoredObjects } from "../../shared/objects/stored-objects.ts";
import type { PublishedDocument } from "../domain/documents/published-documents.ts";

/** 412: the object has changed; 409: it is being written; 404: it was deleted (S3 user guide, conditional writes). */
const LOST_STATUSES = new Set([404, 409, 412]);
/** 403: a missing object, for a caller that may not list the bucket. If it exists, the conditional write fails. */
const ABSENT_STATUSES = new Set([403, 404]);

/** The methods of the store in use: a store that is loaded on demand has the same. */
export type Documents = Pick<DocumentStore, "md5" | "replace">;

/** The published documents in the site's bucket. The site's domain serves every object under its key. */
export class DocumentStore extends StoredObjects {
  /**
   * The MD5 of a path's object in hexadecimal, which is the ETag of an object without KMS; null if there is no object.
   */
  async md5(path: string): Promise<string | null> {
    try {
      const command = new HeadObjectCommand({ Bucket: this.bucket, Key: keyOf(path) });
      const { ETag = "" } = await this.client.send(command);
      return ETag.replaceAll('"', "");
    } catch (error) {
      if (statusOf(error, ABSENT_STATUSES)) return null;
      throw error;
    }
  }

  /**
   * Replaces the object that was read.
   *
   * @param seen its MD5; null: there was none
   * @returns false when the object has changed, or is being changed
   */
  async replace({ path, mediaType, cacheControl, text }: PublishedDocument, seen: string | null): Promise<boolean> {
    try {
      await this.client.send(
        new PutObjectCommand({
          Bucket: this.bucket,
          Key: keyOf(path),
          Body: text,
          ContentType: mediaType,
          CacheControl: cacheControl,
          ...(seen === null ? { IfNoneMatch: "*" } : { IfMatch: `"${seen}"` }),
        }),
      );
      return true;
    } catch (error) {
      if (statusOf(error, LOST_STATUSES)) return false;
      throw error;
    }
  }
}

function keyOf(path: string): string {
  return path.slice(1);
}

function statusOf(error: unknown, statuses: ReadonlySet<number | undefined>): boolean {
  return error instanceof S3ServiceException && statuses.has(error.$metadata.httpStatusCode);
}
