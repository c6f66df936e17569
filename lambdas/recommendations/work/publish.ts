import { createHash } from "node:crypto";
import { writeConflict } from "../../shared/http/rejected.ts";
import type { Directory } from "../domain/directory.ts";
import type { PublishedDocument } from "../domain/documents/published-documents.ts";
import { PUBLISHED_PATHS, publishedDocuments } from "../domain/documents/published-documents.ts";
import type { OwnSite } from "../domain/own-site.ts";
import type { DirectoryTable } from "../tables/directory-table.ts";
import type { Documents } from "../tables/document-store.ts";
import type { RecommendationTable } from "../tables/recommendation-table.ts";

/** Publishing fails after so many write conflicts. */
const MAX_WRITE_ATTEMPTS = 10;

export interface PublishServices {
  readonly directory: DirectoryTable;
  readonly recommendations: Pick<RecommendationTable, "all">;
  readonly documents: Documents;
  readonly site: OwnSite;
}

/** The MD5 of each path's object; null without one. */
type Seen = ReadonlyMap<string, string | null>;

/**
 * Updates the published documents, and stores which version they show.
 *
 * Each attempt reads the objects' hashes before the tables, and writes an object only if it is unchanged, so that an older
 * list never replaces a newer one. A successful write proves nothing, since the object may have changed back and forth in
 * between: its hash is read again.
 *
 * @returns the directory that the documents show, or a later one
 * @throws Rejected 503 after too many write conflicts
 */
export async function publish(services: PublishServices): Promise<Directory> {
  const { directory: table, documents } = services;
  let goal: number | null = null;
  for (let attempt = 0; attempt <= MAX_WRITE_ATTEMPTS; attempt += 1) {
    const seen = await readHashes(documents);
    const directory = await table.read();
    // Another invocation has published at least as much.
    if (goal !== null && directory.published >= goal) return directory;
    const { version } = directory;
    const outdated = await outdatedDocuments(directory, seen, services);
    const isShown = outdated.length === 0;
    const isPut = !isShown && (await replaceAll(outdated, seen, documents));
    if ((isShown || isPut) && directory.published < version) await table.markPublished(version);
    if (isShown) return directory;
    goal = isPut ? null : (goal ?? version);
  }
  throw writeConflict("list of recommendations");
}

/** Whether the documents show the current directory, and the recommendations and the site as they are. */
export async function isPublished(directory: Directory, services: PublishServices): Promise<boolean> {
  if (directory.published < directory.version) return false;
  return (await outdatedDocuments(directory, await readHashes(services.documents), services)).length === 0;
}

async function readHashes(documents: Documents): Promise<Seen> {
  return new Map(await Promise.all(PUBLISHED_PATHS.map(async (path) => [path, await documents.md5(path)] as const)));
}

async function outdatedDocuments(
  directory: Directory,
  seen: Seen,
  { recommendations, site }: PublishServices,
): Promise<readonly PublishedDocument[]> {
  const all = publishedDocuments(directory, await recommendations.all(directory), site);
  return all.filter(({ path, text }) => seen.get(path) !== md5(text));
}

/** Replaces one document after the other. @returns false at the first that has changed */
async function replaceAll(outdated: readonly PublishedDocument[], seen: Seen, documents: Documents): Promise<boolean> {
  for (const document of outdated) {
    if (!(await documents.replace(document, seen.get(document.path) ?? null))) return false;
  }
  return true;
}

function md5(document: string): string {
  return createHash("md5").update(document).digest("hex");
}
