import { gzipSync } from "node:zlib";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { StoredObjects } from "../../shared/objects/stored-objects.ts";
import type { PageErrorKind } from "../domain/crawl-error.ts";
import type { SourcedPage } from "../readers/sourced-page.ts";

export interface UnreadPage {
  readonly page: SourcedPage;
  readonly errorKind: PageErrorKind;
  /** The kind of page: `search`, or a listing's external id. */
  readonly of: string;
  readonly at: Date;
  readonly id: string;
}

/** S3 accepts 2 KB of metadata, names included. */
const MAX_URL = 1_900;

/**
 * Bucket `mercari_pages`: pages that could not be read, so that the readers can be changed. Key `<yyyy-mm-dd>/<error
 * kind>/<hhmmss>-<kind of page>-<random id>.html.gz`, times in UTC; metadata `url`, the final address, and `status`.
 */
export class PageStore extends StoredObjects {
  /** Stores a page, compressed. @returns its key */
  async keep({ page, errorKind, of, at, id }: UnreadPage): Promise<string> {
    const [day = "", time = ""] = at.toISOString().split(/[T.]/);
    const Key = `${day}/${errorKind}/${time.replaceAll(":", "")}-${of}-${id}.html.gz`;
    await this.client.send(
      new PutObjectCommand({
        Bucket: this.bucket,
        Key,
        Body: gzipSync(page.html),
        ContentType: "text/html; charset=utf-8",
        ContentEncoding: "gzip",
        // A parsed address is ASCII, which a header requires.
        Metadata: { url: (URL.parse(page.url)?.href ?? "").slice(0, MAX_URL), status: String(page.status) },
      }),
    );
    return Key;
  }
}
