import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

const DESCRIPTION = ".meta.json";

/** What fauxqs stores of an object beside its content; only an object that was uploaded in parts has `parts`. */
const described = z.object({ etag: z.string(), contentLength: z.number(), parts: z.optional(z.unknown()) });

/**
 * Removes what a kill, or a full disk, has left of writes to buckets: fauxqs writes an object's content and its description
 * in place, one after the other, and does not start with a description that can't be read. No such write was acknowledged,
 * and its sender sends it again. A bucket without its description is created again.
 *
 * @param folder of fauxqs's objects, while it is not running
 * @returns the paths of the removed descriptions
 */
export function removeTornObjects(folder: string): string[] {
  const buckets = join(folder, "buckets");
  if (!existsSync(buckets)) return [];
  const torn = readdirSync(buckets, { recursive: true, encoding: "utf8" })
    .map((path) => join(buckets, path))
    .filter((path) => (path.endsWith(DESCRIPTION) && !isWhole(path)) || isTornBucket(path));
  for (const path of torn) {
    if (path.endsWith(DESCRIPTION)) rmSync(contentOf(path), { force: true });
    rmSync(path);
  }
  return torn;
}

const contentOf = (description: string) => `${description.slice(0, -DESCRIPTION.length)}.data`;

function isWhole(path: string): boolean {
  const { success, data } = described.safeParse(readJson(path));
  if (!success || !existsSync(contentOf(path))) return false;
  const content = readFileSync(contentOf(path));
  if (data.parts !== undefined) return content.length === data.contentLength;
  return createHash("md5").update(content).digest("hex") === data.etag.replaceAll('"', "");
}

function isTornBucket(path: string): boolean {
  return path.endsWith(".bucket.json") && readJson(path) === undefined;
}

/** The value in a file; undefined when it is not whole. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
