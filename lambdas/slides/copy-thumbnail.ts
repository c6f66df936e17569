import { enoughAfterHead } from "../shared/html/head-end.ts";
import { decodePage } from "../shared/html/page-charset.ts";
import { pageDeclarations } from "../shared/html/page-declarations.ts";
import { pageMetadata } from "../shared/html/page-metadata.ts";
import { OutboundError } from "../shared/outbound/outbound-error.ts";
import type { OutboundFetch } from "../shared/outbound/outbound-fetch.ts";
import type { PictureServices } from "../shared/pictures/copy-pictures.ts";
import { copyPictures } from "../shared/pictures/copy-pictures.ts";
import { THUMBNAIL } from "../shared/pictures/picture-size.ts";
import type { StoredPicture } from "../shared/pictures/picture-store.ts";
import type { Stock } from "./stock.ts";

/** Milliseconds for the page's head. */
const PAGE_MS = 3_000;
/** How many decoded bytes of a page are read. */
const MAX_BYTES = 500 * 1024;

/**
 * Copies the picture of a deck: the one that its provider has named, or the one by which the deck's page is shared.
 *
 * @param named the address in the provider's answer; null for none
 * @returns null for a deck without one, and for one that can't be fetched now
 */
export async function copyThumbnail(
  stock: Stock,
  named: string | null,
  services: PictureServices,
): Promise<StoredPicture | null> {
  // Of a deck of Google, the page itself was the answer.
  const isPageRead = named !== null || stock.provider === "google_slides";
  const imageUrl = isPageRead ? named : await sharedPicture(stock.canonicalUrl, services.fetch);
  if (imageUrl === null) return null;
  const wanted = [{ addresses: [imageUrl], sizes: [THUMBNAIL], folder: stock.folder }];
  const [copied] = await copyPictures(wanted, services);
  const path = copied?.paths[0] ?? null;
  return path === null ? null : { path, isNew: copied?.added.includes(path) === true };
}

async function sharedPicture(url: string, fetch: OutboundFetch): Promise<string | null> {
  try {
    const page = await fetch({
      url,
      headers: { accept: "text/html" },
      timeoutMs: PAGE_MS,
      maxBytes: MAX_BYTES,
      stopReading: enoughAfterHead(() => true),
      onTooLarge: "truncate",
    });
    if (page.status !== 200) return null;
    return pageMetadata(pageDeclarations(decodePage(page.body, page.charset)), page.url).imageUrl;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return null;
  }
}
