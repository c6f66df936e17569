import { errorFields, log } from "../log.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import type { OutboundFetch } from "../outbound/outbound-fetch.ts";
import type { FitPictures } from "./fit-pictures.ts";
import type { PictureSize } from "./picture-size.ts";
import { THUMBNAIL, WHOLE } from "./picture-size.ts";
import type { Picture, PictureStore } from "./picture-store.ts";
import { pictureType, TELLING_BYTES } from "./picture-type.ts";

/** Bytes of one picture that are read. */
const MOST_BYTES = 10 * 1024 * 1024;
/** Bytes after which no further picture of an item is requested: all are in memory until they have been resized. */
const MOST_BYTES_TOGETHER = 24 * 1024 * 1024;
/** Pictures that are fetched at the same time: most are on one host. */
const AT_ONCE = 4;
/** Milliseconds for the fetch of one picture, and for all pictures together. */
const ONE_MS = 5_000;
const ALL_MS = 15_000;

export interface PictureServices {
  readonly fetch: OutboundFetch;
  readonly fitPictures: FitPictures;
  readonly pictures: Pick<PictureStore, "put">;
}

export interface WantedPicture {
  /** The addresses to try, the best first. */
  readonly addresses: readonly string[];
  readonly sizes: readonly PictureSize[];
  /** The folder of the item that it belongs to. */
  readonly folder: string;
}

/** The path of a copy on the site's domain; null without one. */
type CopyPath = string | null;

/**
 * Copies pictures into the folders of their items, for at most fifteen seconds and what storing takes. A picture that can't
 * be fetched or resized is left out, and nothing fails because of it.
 *
 * @returns for each picture the path of its copy in each of its sizes; a picture that can't be had has none in any
 */
export async function copyPictures(
  wanted: readonly WantedPicture[],
  { fetch, fitPictures, pictures }: PictureServices,
): Promise<readonly (readonly CopyPath[])[]> {
  const end = performance.now() + ALL_MS;
  const fetched = await fetchPictures(wanted, fetch, end);
  const orders = [...new Set(fetched)]
    .filter((picture) => picture !== null)
    .map((picture) => {
      const sizes = wanted.filter((_, index) => fetched[index] === picture).flatMap((each) => each.sizes);
      return { picture, sizes: [WHOLE, THUMBNAIL].filter((size) => sizes.includes(size)) };
    });
  const fitted = await fitPictures(orders, end);
  const copies = new Map<Picture | null | undefined, ReadonlyMap<PictureSize, Picture | undefined>>();
  for (const [order, { picture, sizes }] of orders.entries()) {
    copies.set(picture, new Map(sizes.map((size, index) => [size, fitted[order]?.[index]])));
  }
  const paths = new Map<string, Map<Picture, Promise<CopyPath>>>();
  const pathOf = (copy: Picture | undefined, folder: string): Promise<CopyPath> | null => {
    if (copy === undefined) return null;
    const inFolder = paths.get(folder) ?? new Map<Picture, Promise<CopyPath>>();
    const path = inFolder.get(copy) ?? store(copy, folder, pictures);
    paths.set(folder, inFolder.set(copy, path));
    return path;
  };
  return Promise.all(
    wanted.map(({ sizes, folder }, index) =>
      Promise.all(sizes.map((size) => pathOf(copies.get(fetched[index])?.get(size), folder))),
    ),
  );
}

/** Fetches pictures. @returns null for one that can't be had; the same object for the same address */
async function fetchPictures(
  wanted: readonly WantedPicture[],
  fetch: OutboundFetch,
  end: number,
): Promise<(Picture | null)[]> {
  const fetched = new Array<Picture | null>(wanted.length).fill(null);
  // The picture by which a page is shared often stands in its text as well.
  const known = new Map<string, Promise<Picture | null>>();
  const fetchOnce = (address: string, timeoutMs: number): Promise<Picture | null> => {
    const picture = known.get(address) ?? fetchPicture(address, fetch, timeoutMs);
    known.set(address, picture);
    return picture;
  };
  let next = 0;
  let bytes = 0;
  const fetchNext = async (): Promise<void> => {
    while (next < wanted.length && bytes < MOST_BYTES_TOGETHER) {
      const index = next;
      next += 1;
      const picture = await firstPicture(wanted[index]?.addresses ?? [], fetchOnce, end);
      if (picture !== null && !fetched.includes(picture)) bytes += picture.bytes.length;
      fetched[index] = picture;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  return fetched;
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

async function store(picture: Picture, folder: string, pictures: PictureServices["pictures"]): Promise<CopyPath> {
  try {
    return await pictures.put(folder, picture);
  } catch (error) {
    log.warn("picture_not_stored", errorFields(error));
    return null;
  }
}
