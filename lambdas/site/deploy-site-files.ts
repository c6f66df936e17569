import type { DeploymentRequest } from "./deployment-request.ts";
import type { SiteBucket } from "./site-bucket.ts";
import type { SiteFile } from "./site-object.ts";
import { isHashed, objectsOf, topFolder } from "./site-object.ts";

export interface DeployServices {
  readonly bucket: Pick<SiteBucket, "put" | "listVersions" | "remove">;
  /** The files that the function's own package contains. */
  readonly packaged: () => Promise<readonly SiteFile[]>;
}

/**
 * Concurrent calls. All at once, each would open a connection, and the last ones would time out on a small function's CPU.
 */
const AT_ONCE = 10;

/**
 * Brings the site's files into the bucket, or deletes them with the stack. Repeating it is safe. It changes only the
 * folders of the files that the package or the request names: the role allows no other.
 *
 * @returns counts for the log
 */
export async function deploySiteFiles(
  { type, properties, oldProperties }: DeploymentRequest,
  { bucket, packaged }: DeployServices,
): Promise<{ readonly put: number; readonly removed: number }> {
  const files: SiteFile[] = [
    ...(await packaged()),
    ...Object.entries(properties.Texts).map(([path, body]) => ({ path, body })),
  ];
  const folders = [...new Set([...files.map(({ path }) => path), ...Object.keys(properties.Files)].map(topFolder))];
  if (type === "Delete") return { put: 0, removed: await removeAllBut(new Set(), folders, bucket) };

  const objects = files.flatMap(objectsOf);
  // Files that pages refer to come first: a page that is loaded meanwhile must find all of them.
  for (const isFirst of [true, false]) {
    const next = objects.filter(({ key }) => isHashed(key) === isFirst);
    await forEach(next, (object) => bucket.put(object));
  }
  // Pages that were opened before the deployment still request the files that they refer to.
  const before = Object.keys(oldProperties?.Files ?? {}).filter(isHashed);
  const kept = new Set([...objects.map(({ key }) => key), ...before]);
  return { put: objects.length, removed: await removeAllBut(kept, folders, bucket) };
}

async function removeAllBut(
  kept: ReadonlySet<string>,
  folders: readonly string[],
  bucket: DeployServices["bucket"],
): Promise<number> {
  const versions = (await Promise.all(folders.map((folder) => bucket.listVersions(folder)))).flat();
  const gone = versions.filter(({ key }) => !kept.has(key));
  await forEach(gone, (version) => bucket.remove(version));
  return gone.length;
}

async function forEach<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(act));
}
