import { errorFields, log } from "../log.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import type { OutboundFetch } from "../outbound/outbound-fetch.ts";
import type { Picture, PictureStore } from "./picture-store.ts";
import { pictureType, TELLING_BYTES } from "./picture-type.ts";

/** Bytes of one picture. */
const MOST_BYTES = 300 * 1024;
/** Bytes of all pictures of one thing. */
const MOST_BYTES_TOGETHER = 2 * 1024 * 1024;
/** Pictures that are fetched at the same time: most are on one host. */
const AT_ONCE = 4;
/** Milliseconds for one picture, and for all of them together. */
const ONE_MS = 3_000;
const ALL_MS = 5_000;

/** What copies pictures. */
export interface PictureServices {
  readonly fetch: OutboundFetch;
  readonly pictures: Pick<PictureStore, "put">;
}

/**
 * Copies pictures of one thing into its folder, for at most five seconds and what storing takes. A picture that can't be had,
 * or for which there is no room, is left out, and nothing fails because of it.
 *
 * @param wanted for each picture the addresses to try, the best first
 * @returns the path on the site's domain of each; null for one that was left out
 */
export async function copyPictures(
  wanted: readonly (readonly string[])[],
  folder: string,
  { fetch, pictures }: PictureServices,
): Promise<readonly (string | null)[]> {
  const end = performance.now() + ALL_MS;
  const fetched = new Array<Picture | null>(wanted.length).fill(null);
  // The picture by which a page is shared often stands in its text as well.
  const known = new Map<string, Promise<Picture | null>>();
  const fetchOnce = (address: string, timeoutMs: number): Promise<Picture | null> => {
    const picture = known.get(address) ?? fetchPicture(address, fetch, timeoutMs);
    known.set(address, picture);
    return picture;
  };
  let next = 0;
  const fetchNext = async (): Promise<void> => {
    while (next < wanted.length) {
      const index = next;
      next += 1;
      fetched[index] = await firstPicture(wanted[index] ?? [], fetchOnce, end);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));

  let room = MOST_BYTES_TOGETHER;
  const fitting = new Set<Picture>();
  for (const picture of fetched) {
    if (picture === null || fitting.has(picture) || picture.bytes.length > room) continue;
    room -= picture.bytes.length;
    fitting.add(picture);
  }
  const paths = new Map<Picture | null, Promise<string | null>>();
  for (const picture of fitting) paths.set(picture, store(picture, folder, pictures));
  return Promise.all(fetched.map((picture) => paths.get(picture) ?? null));
}

async function firstPicture(
  addresses: readonly string[],
  fetchOnce: (address: string, timeoutMs: number) => Promise<Picture | null>,
  end: number,
): Promise<Picture | null> {
  for (const address of addresses) {
    const left = Math.floor(end - performance.now());
    if (left <= 0) return null;
    const picture = await fetchOnce(address, Math.min(ONE_MS, left));
    if (picture !== null) return picture;
  }
  return null;
}

/** Fetches a picture once. @returns null when there is none, or none that is copied */
async function fetchPicture(url: string, fetch: OutboundFetch, timeoutMs: number): Promise<Picture | null> {
  try {
    const { status, body, truncated } = await fetch({
      url,
      headers: { accept: "image/avif,image/webp,image/png,image/jpeg,image/gif" },
      timeoutMs,
      maxBytes: MOST_BYTES,
      skipBody: ({ status, headers }) => status !== 200 || Number(headers["content-length"]) > MOST_BYTES,
      stopReading: (decoded) => decoded.length >= TELLING_BYTES && pictureType(decoded) === null,
    });
    const type = pictureType(body);
    return status !== 200 || truncated || type === null ? null : { type, bytes: body };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return null;
  }
}

async function store(picture: Picture, folder: string, pictures: PictureServices["pictures"]): Promise<string | null> {
  try {
    return await pictures.put(folder, picture);
  } catch (error) {
    log.warn("picture_not_stored", errorFields(error));
    return null;
  }
}
