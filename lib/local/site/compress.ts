import { promisify } from "node:util";
import { gzip } from "node:zlib";

const gzipped = promisify(gzip);

/** The media types that CloudFront compresses (CloudFront guide, "Serve compressed files"), of those in the bucket. */
const COMPRESSED: ReadonlySet<string | undefined> = new Set([
  "application/javascript",
  "application/json",
  "image/svg+xml",
  "text/css",
  "text/html",
  "text/javascript",
  "text/plain",
]);
/** CloudFront compresses bodies of these sizes, in bytes. */
const [SMALLEST, LARGEST] = [1_000, 10_000_000];

/**
 * An answer as CloudFront compresses it, by gzip: its ETag becomes a weak one.
 *
 * @param accepted the viewer's `Accept-Encoding`
 */
export async function compress(answer: Response, accepted: string | undefined): Promise<Response> {
  const [type] = String(answer.headers.get("content-type")).split(";");
  const size = Number(answer.headers.get("content-length"));
  const isMeant = answer.status === 200 && COMPRESSED.has(type) && size >= SMALLEST && size <= LARGEST;
  if (!isMeant || answer.headers.has("content-encoding")) return answer;
  const headers = new Headers(answer.headers);
  headers.set("vary", "Accept-Encoding");
  if (!takesGzip(accepted)) return new Response(answer.body, { headers });
  const body = await gzipped(await answer.arrayBuffer());
  headers.set("content-encoding", "gzip");
  headers.set("content-length", String(body.length));
  const etag = headers.get("etag");
  if (etag !== null && !etag.startsWith("W/")) headers.set("etag", `W/${etag}`);
  return new Response(body, { headers });
}

/** Whether a viewer takes gzip; a weight of 0 refuses it (RFC 9110, section 12.4.2). */
function takesGzip(accepted: string | undefined): boolean {
  if (accepted === undefined) return false;
  return accepted.split(",").some((coding) => /^\s*gzip\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/i.test(coding));
}
