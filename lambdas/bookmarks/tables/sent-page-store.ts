import { gunzipSync } from "node:zlib";
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from "@aws-sdk/client-s3";
import type { Uploaded } from "../../shared/http/uploaded.ts";
import { StoredObjects } from "../../shared/objects/stored-objects.ts";
import { parseMediaType } from "../../shared/outbound/media-type.ts";
import type { SentPage } from "../readers/read-sent-page.ts";

/** The beginning of the keys, after which is a bookmark's folder. The bucket deletes what is left there after some days. */
export const SENT_PAGES = "sent-pages/";

/**
 * The pages that users send, in bucket `content` until they are read. Key `sent-pages/<folder>/<id>.html.gz`: each page has
 * its own id, so that no object is overwritten. They are as they were sent: only a reader's output may be shown.
 */
export class SentPageStore extends StoredObjects {
  /** Stores a page under an id that no other page of the folder has. @returns its key */
  async put(folder: string, id: string, { gzipped, charset }: Uploaded): Promise<string> {
    const Key = `${SENT_PAGES}${folder}/${id}.html.gz`;
    // The charset is untrusted, and would be a header of its own if it had a line feed.
    const known = charset !== null && /^[\w.:-]{1,40}$/.test(charset) ? `; charset=${charset}` : "";
    await this.client.send(
      new PutObjectCommand({
        Bucket: this.bucket,
        Key,
        Body: gzipped,
        ContentType: `text/html${known}`,
        ContentEncoding: "gzip",
      }),
    );
    return Key;
  }

  /** Reads a page; null if there is none under the key. @param most the most bytes that it becomes without gzip */
  async get(key: string, most: number): Promise<SentPage | null> {
    try {
      const { Body, ContentType } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
      const stored = (await Body?.transformToByteArray()) ?? new Uint8Array();
      return { body: gunzipSync(stored, { maxOutputLength: most }), charset: parseMediaType(ContentType).charset };
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  /** Deletes a page, if there is one under the key. */
  async delete(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }
}
