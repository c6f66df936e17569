import type { ListObjectVersionsCommandOutput } from "@aws-sdk/client-s3";
import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { StoredObjects } from "../shared/objects/stored-objects.ts";
import type { SiteObject } from "./site-object.ts";

/** One version of an object, or a mark of its deletion. */
export interface ObjectVersion {
  readonly key: string;
  readonly versionId: string;
}

/** The site's bucket, which keeps versions. */
export class SiteBucket extends StoredObjects {
  async put({ key, body, contentType, cacheControl }: SiteObject): Promise<void> {
    await this.client.send(
      new PutObjectCommand({
        Bucket: this.bucket,
        Key: key,
        Body: body,
        ContentType: contentType,
        CacheControl: cacheControl,
      }),
    );
  }

  /** Every version of the objects of a folder, its page included; none when the bucket does not exist. */
  async listVersions(folder: string): Promise<ObjectVersion[]> {
    const found: ObjectVersion[] = [];
    let page: ListObjectVersionsCommandOutput | undefined;
    try {
      do {
        page = await this.client.send(
          new ListObjectVersionsCommand({
            Bucket: this.bucket,
            Prefix: folder,
            KeyMarker: page?.NextKeyMarker,
            VersionIdMarker: page?.NextVersionIdMarker,
          }),
        );
        for (const { Key: key = "", VersionId: versionId = "" } of [
          ...(page.Versions ?? []),
          ...(page.DeleteMarkers ?? []),
        ]) {
          // The prefix is also that of other folders, e.g. `docs` of `docs-old`.
          if (key === folder || key.startsWith(`${folder}/`)) found.push({ key, versionId });
        }
      } while (page.IsTruncated);
    } catch (error) {
      if (!(error instanceof S3ServiceException) || error.name !== "NoSuchBucket") throw error;
    }
    return found;
  }

  /** Deletes a version for good. A bucket that still has versions, marks of deletion included, can't be deleted. */
  async remove({ key, versionId }: ObjectVersion): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key, VersionId: versionId }));
  }
}
