/** A file of the site: its path below the site's address, e.g. `docs/index.html`, and its content. */
export interface SiteFile {
  readonly path: string;
  readonly body: Uint8Array | string;
}

/** An object of the site's bucket. Its key is the path under which the site's domain serves it. */
export interface SiteObject {
  readonly key: string;
  readonly body: Uint8Array | string;
  readonly contentType: string;
  readonly cacheControl: string;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  webmanifest: "application/manifest+json",
};

/** A name with a hash of the content, as esbuild forms it: another content has another name. */
const HASHED = /-[A-Z2-7]{8}\.\w+$/;

/** The name of a folder's page. */
const PAGE = /(?:^|\/)index\.html$/;

/** Whether the content of a path never changes. */
export function isHashed(path: string): boolean {
  return HASHED.test(path);
}

/** The folder at the top of a path, e.g. `docs`. */
export function topFolder(path: string): string {
  return path.slice(0, path.indexOf("/"));
}

/**
 * The keys of a path. A folder's page has the folder's own path as its key, with and without a slash at the end:
 * CloudFront reads the bucket by exact keys, and knows no default document but at the root.
 */
function keysOf(path: string): readonly string[] {
  if (!PAGE.test(path)) return [path];
  const folder = path.slice(0, path.lastIndexOf("/"));
  return [folder, `${folder}/`];
}

/**
 * The objects of a file. Browsers and CloudFront keep what is hashed and ask each time whether everything else has
 * changed, so that no cache has to be emptied after a deployment.
 *
 * @throws Error on a file extension without a known content type
 */
export function objectsOf({ path, body }: SiteFile): SiteObject[] {
  const extension = path.slice(path.lastIndexOf(".") + 1);
  const contentType = CONTENT_TYPES[extension];
  if (contentType === undefined) throw new Error(`The content type of ${path} is not known.`);
  const cacheControl = isHashed(path) ? "public, max-age=31536000, immutable" : "no-cache";
  return keysOf(path).map((key) => ({ key, body, contentType, cacheControl }));
}
