import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { parseMediaType } from "../outbound/media-type.ts";
import { Rejected } from "./rejected.ts";
import type { Bodied } from "./request-body.ts";
import { bodyTooLarge, wrongMediaType } from "./request-body.ts";
import type { Upload } from "./route.ts";

export interface Uploaded {
  /** Compressed by gzip, even if it was sent uncompressed. */
  readonly gzipped: Uint8Array;
  /** The charset of `Content-Type`, in lower case and unchecked; null without one. */
  readonly charset: string | null;
}

/**
 * The file that was sent as a body. It is unpacked to check that this is possible, up to the limit only.
 *
 * @throws Rejected 415 for another type or coding, 413 when it becomes too large, 400 when it is empty or no gzip
 */
export async function uploaded(event: Bodied, bytes: Buffer, { type, mostUnpacked }: Upload): Promise<Uploaded> {
  const { essence, charset } = parseMediaType(event.headers["content-type"]);
  if (essence !== type) throw wrongMediaType(type);
  const coding = event.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (coding !== "gzip" && coding !== "identity") throw wrongMediaType(`${type}, as it is or in gzip`);
  if (bytes.length === 0) throw new Rejected(400, "empty_body", "The body is empty.");
  if (coding === "gzip") await checkGzip(bytes, mostUnpacked);
  return { gzipped: coding === "gzip" ? bytes : await promisify(gzip)(bytes), charset };
}

async function checkGzip(bytes: Buffer, most: number): Promise<void> {
  try {
    const { length } = await promisify(gunzip)(bytes, { maxOutputLength: most });
    if (length > 0) return;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw bodyTooLarge(most);
    throw new Rejected(400, "invalid_gzip", "The body is declared as gzip, and can't be unpacked.", { cause });
  }
  throw new Rejected(400, "empty_body", "The body is empty.");
}
