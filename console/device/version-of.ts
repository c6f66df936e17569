import { metaOf } from "./meta-of.ts";

/** The build that a page is of, which is also the one of the service worker that was deployed with the page. */
export function buildOf(page: ParentNode): string | undefined {
  return metaOf(page, "build");
}

/**
 * The version of a page: its release and its build, e.g. `1.0.0 (4f0a91c2)`.
 *
 * @returns null for a page that has neither; what is missing is left out
 */
export function versionOf(page: ParentNode): string | null {
  const release = metaOf(page, "version");
  const build = buildOf(page);
  return build === undefined ? (release ?? null) : `${release ?? ""} (${build})`.trim();
}
