import { createHash } from "node:crypto";
import { DeleteObjectCommand, PutObjectCommand, S3ServiceException } from "@aws-sdk/client-s3";
import { StoredObjects } from "../objects/stored-objects.ts";
import { emptyPrefix } from "../saved-items/empty-prefix.ts";
import type { FileFolders } from "../saved-items/item-files.ts";
import type { PictureType } from "./picture-type.ts";

export interface Picture {
  readonly type: PictureType;
  readonly bytes: Uint8Array;
}

export interface StoredPicture {
  /** On the site's domain. */
  readonly path: string;
  /** Whether it was not there before. */
  readonly isNew: boolean;
}

/**
 * The copied pictures in the site's bucket, which the site's domain serves. Key `i/<folder>-<hash of the content>`: the
 * folder, which belongs to one item, can't be guessed, and the content under a key never changes.
 */
export class PictureStore extends StoredObjects implements FileFolders {
  /** Stores a picture, once in a folder however often it is put. */
  async put(folder: string, { type, bytes }: Picture): Promise<StoredPicture> {
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
    const Key = `i/${folder}-${hash}`;
    const path = `/${Key}`;
    try {
      await this.client.send(
        new PutObjectCommand({
          Bucket: this.bucket,
          Key,
          Body: bytes,
          ContentType: type,
          CacheControl: "public, max-age=31536000, immutable",
          // The bucket keeps versions: what is there already would be stored twice.
          IfNoneMatch: "*",
        }),
      );
      return { path, isNew: true };
    } catch (error) {
      const isThere = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412;
      if (!isThere) throw error;
      return { path, isNew: false };
    }
  }

  /** Deletes pictures by their paths. A cache that has one may show it for a day. */
  async delete(paths: readonly string[]): Promise<void> {
    await Promise.all(
      paths.map((path) => this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: path.slice(1) }))),
    );
  }

  /** Deletes all pictures of a folder. A cache that has one may show it for a day. */
  empty(folder: string): Promise<void> {
    return emptyPrefix(this.client, this.bucket, `i/${folder}-`);
  }
}
