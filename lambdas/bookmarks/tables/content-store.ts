import { gunzipSync, gzipSync } from "node:zlib";
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from "@aws-sdk/client-s3";
import { StoredObjects } from "../../shared/objects/stored-objects.ts";
import { emptyPrefix } from "../../shared/saved-items/empty-prefix.ts";
import type { FileFolders } from "../../shared/saved-items/item-files.ts";
import { fromAttributes, toAttributes } from "../../shared/table/attribute-names.ts";
import type { Contents, KeptContent } from "../domain/content.ts";
import { SENT_PAGES } from "./sent-page-store.ts";

/**
 * Bucket `content`: the kept texts of pages. Key `<folder>/<id>.json.gz`: each bookmark has a folder, and each reading its
 * own id, so that no object is overwritten. An object is a content, with its fields named like attributes.
 */
export class ContentStore extends StoredObjects implements Contents, FileFolders {
  async put(folder: string, id: string, content: KeptContent): Promise<string> {
    const Key = `${folder}/${id}.json.gz`;
    await this.client.send(
      new PutObjectCommand({
        Bucket: this.bucket,
        Key,
        Body: gzipSync(JSON.stringify(toAttributes(content))),
        ContentType: "application/json",
        ContentEncoding: "gzip",
      }),
    );
    return Key;
  }

  /** Reads a content; null if there is none under the key. */
  async get(key: string): Promise<KeptContent | null> {
    try {
      const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
      const stored = gunzipSync((await Body?.transformToByteArray()) ?? new Uint8Array()).toString();
      return fromAttributes(JSON.parse(stored)) as KeptContent;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }

  /** Deletes all contents of a folder, and its pages that were sent; one after the other, since a client has few sockets. */
  async empty(folder: string): Promise<void> {
    await emptyPrefix(this.client, this.bucket, `${folder}/`);
    await emptyPrefix(this.client, this.bucket, `${SENT_PAGES}${folder}/`);
  }
}
