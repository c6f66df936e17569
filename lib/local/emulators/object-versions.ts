import type { EmulatorAnswer } from "./emulator-http.ts";

/** The version of every object in a bucket without versioning (S3 API reference, ListObjectVersions). */
const ONLY_VERSION = "null";

/** The request for a list of objects in the place of one for a list of versions; undefined for any other request. */
export function listInPlaceOfVersions(method: string, path: string): string | undefined {
  const { pathname, searchParams: query } = new URL(path, "http://s3");
  if (method !== "GET" || !query.has("versions")) return undefined;
  const list = new URLSearchParams({
    prefix: query.get("prefix") ?? "",
    marker: query.get("key-marker") ?? "",
    "max-keys": query.get("max-keys") ?? "1000",
  });
  return `${pathname}?${list}`;
}

/** The emulator's list of objects as a list of versions: it keeps one version of each, the latest. */
export function asVersions({ status, headers, body }: EmulatorAnswer): EmulatorAnswer {
  const { "content-length": _, ...others } = headers;
  const versions = body
    .toString()
    .replaceAll("ListBucketResult", "ListVersionsResult")
    .replaceAll("NextMarker>", "NextKeyMarker>")
    .replaceAll("<Contents>", `<Version><VersionId>${ONLY_VERSION}</VersionId><IsLatest>true</IsLatest>`)
    .replaceAll("</Contents>", "</Version>");
  return { status, headers: others, body: Buffer.from(versions) };
}
