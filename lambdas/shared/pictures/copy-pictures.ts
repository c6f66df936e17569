import { errorFields, log } from "../log.ts";
import type { OutboundFetch } from "../outbound/outbound-fetch.ts";
import type { RequestFailure } from "../outbound/request-failure.ts";
import { failureOfError, failureOfStatus } from "../outbound/request-failure.ts";
import type { FitPictures } from "./fit-pictures.ts";
import type { PictureSize } from "./picture-size.ts";
import { THUMBNAIL, WHOLE } from "./picture-size.ts";
import type { Picture, PictureStore, StoredPicture } from "./picture-store.ts";
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
  /** Whether the bytes of a picture are those that a site sends in place of one. Default: never. */
  readonly isPlaceholder?: (bytes: Uint8Array) => boolean;
}

export interface CopiedPicture {
  /** On the site's domain, in each of its sizes, null for one without a copy; a picture that can't be had has none in any. */
  readonly paths: readonly (string | null)[];
  /** The paths of the copies that were not there before. */
  readonly added: readonly string[];
  /** Why it can't be had, of its last address; null for a picture that was copied. */
  readonly failure: RequestFailure | null;
}

const NO_PICTURE: RequestFailure = { kind: "permanent", code: "no_picture" };
const UNREADABLE: RequestFailure = { kind: "permanent", code: "unreadable_picture" };
const NOT_STORED: RequestFailure = { kind: "transient", code: "picture_not_stored", retryAfterSeconds: null };
/** The fifteen seconds or the megabytes of all were not enough. */
const LATE: RequestFailure = { kind: "transient", code: "timeout", retryAfterSeconds: null };

/** A picture that was fetched, or why there is none. */
type Fetched = Picture | RequestFailure;

/**
 * Copies pictures into the folders of their items, for at most fifteen seconds and what storing takes. A picture that can't
 * be fetched or resized is left out, and nothing fails because of it.
 */
export async function copyPictures(
  wanted: readonly WantedPicture[],
  { fetch, fitPictures, pictures }: PictureServices,
): Promise<readonly CopiedPicture[]> {
  const end = performance.now() + ALL_MS;
  const fetched = await fetchPictures(wanted, fetch, end);
  const orders = [...new Set(fetched.filter(isPicture))].map((picture) => {
    const sizes = wanted.filter((_, index) => fetched[index] === picture).flatMap((each) => each.sizes);
    return { picture, sizes: [WHOLE, THUMBNAIL].filter((size) => sizes.includes(size)) };
  });
  const fitted = await fitPictures(orders, end);
  const copies = new Map(
    orders.map(({ picture, sizes }, order) => {
      const made = fitted[order] ?? null;
      return [
        picture,
        made === null || made === "late" ? made : new Map(sizes.map((size, index) => [size, made[index]])),
      ];
    }),
  );
  const stored = new Map<string, Map<Picture, Promise<StoredPicture | null>>>();
  const storeOnce = (copy: Picture, folder: string): Promise<StoredPicture | null> => {
    const inFolder = stored.get(folder) ?? new Map<Picture, Promise<StoredPicture | null>>();
    const storing = inFolder.get(copy) ?? store(copy, folder, pictures);
    stored.set(folder, inFolder.set(copy, storing));
    return storing;
  };
  return Promise.all(
    wanted.map(async ({ sizes, folder }, index): Promise<CopiedPicture> => {
      const picture = fetched[index] ?? LATE;
      if (!isPicture(picture)) return notCopied(picture);
      const bySize = copies.get(picture) ?? null;
      if (bySize === null) return notCopied(UNREADABLE);
      if (bySize === "late") return notCopied(LATE);
      const inSizes = await Promise.all(
        sizes.map((size) => {
          const copy = bySize.get(size);
          return copy === undefined ? null : storeOnce(copy, folder);
        }),
      );
      return {
        paths: inSizes.map((copy) => copy?.path ?? null),
        added: inSizes.flatMap((copy) => (copy?.isNew ? [copy.path] : [])),
        failure: inSizes.includes(null) ? NOT_STORED : null,
      };
    }),
  );
}

function notCopied(failure: RequestFailure): CopiedPicture {
  return { paths: [], added: [], failure };
}

function isPicture(fetched: Fetched): fetched is Picture {
  return "bytes" in fetched;
}

/** Fetches pictures. @returns the same object for the same address */
async function fetchPictures(wanted: readonly WantedPicture[], fetch: OutboundFetch, end: number): Promise<Fetched[]> {
  const fetched = new Array<Fetched>(wanted.length).fill(LATE);
  // The picture by which a page is shared often stands in its text as well.
  const known = new Map<string, Promise<Fetched>>();
  const fetchOnce = (address: string, timeoutMs: number): Promise<Fetched> => {
    const picture = known.get(address) ?? fetchPicture(address, fetch, timeoutMs);
    known.set(address, picture);
    return picture;
  };
  let next = 0;
  let bytes = 0;
  const fetchNext = async (): Promise<void> => {
    for (let each = wanted[next]; each !== undefined && bytes < MOST_BYTES_TOGETHER; each = wanted[next]) {
      const index = next;
      next += 1;
      const picture = await firstPicture(each, fetchOnce, end);
      if (isPicture(picture) && !fetched.includes(picture)) bytes += picture.bytes.length;
      fetched[index] = picture;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  return fetched;
}

async function firstPicture(
  { addresses, isPlaceholder = () => false }: WantedPicture,
  fetchOnce: (address: string, timeoutMs: number) => Promise<Fetched>,
  end: number,
): Promise<Fetched> {
  let failure = NO_PICTURE;
  for (const address of addresses) {
    const left = Math.floor(end - performance.now());
    if (left <= 0) return LATE;
    const fetched = await fetchOnce(address, Math.min(ONE_MS, left));
    if (isPicture(fetched) && !isPlaceholder(fetched.bytes)) return fetched;
    failure = isPicture(fetched) ? NO_PICTURE : fetched;
  }
  return failure;
}

/** Fetches a picture once. */
async function fetchPicture(url: string, fetch: OutboundFetch, timeoutMs: number): Promise<Fetched> {
  try {
    const response = await fetch({
      url,
      headers: { accept: "image/avif,image/webp,image/png,image/jpeg,image/gif" },
      timeoutMs,
      maxBytes: MOST_BYTES,
      skipBody: ({ status, headers }) => status !== 200 || Number(headers["content-length"]) > MOST_BYTES,
      stopReading: (decoded) => decoded.length >= TELLING_BYTES && pictureType(decoded) === null,
    });
    const failure = failureOfStatus(response);
    if (failure !== null) return failure;
    const { body, truncated } = response;
    const type = pictureType(body);
    return truncated || type === null ? NO_PICTURE : { type, bytes: body };
  } catch (error) {
    return failureOfError(error);
  }
}

async function store(
  picture: Picture,
  folder: string,
  pictures: PictureServices["pictures"],
): Promise<StoredPicture | null> {
  try {
    return await pictures.put(folder, picture);
  } catch (error) {
    log.warn("picture_not_stored", errorFields(error));
    return null;
  }
}
