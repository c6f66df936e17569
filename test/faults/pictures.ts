import type { OutboundRequest, OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { response } from "../shared/outbound/outbound-response.ts";
import { PictureBucket } from "../shared/pictures/picture-bucket.ts";
import { PNG } from "../shared/pictures/sample-pictures.ts";
import type { BrokenCall } from "./fault.ts";
import type { Invocations } from "./invocations.ts";

export const PICTURES = "https://pictures.example";
export const PAGE_WITH_PICTURES = `<!doctype html><title>A page</title><meta property="og:image" content="${PICTURES}/cover.png">
<link rel="icon" href="${PICTURES}/icon.png"><p>It says something that is worth a whole sentence.</p>
<p><img src="${PICTURES}/first.png" alt=""> and <img src="${PICTURES}/second.png" alt=""> are in its text.</p>`;

/** A page that names pictures, and the pictures, no two of which are alike. */
export async function pictureSite({ url }: OutboundRequest): Promise<OutboundResponse> {
  const { href } = new URL(url);
  if (!href.startsWith(PICTURES)) return response({ mediaType: "text/html", body: Buffer.from(PAGE_WITH_PICTURES) });
  return response({ mediaType: "image/png", body: Buffer.concat([PNG, Buffer.from(href)]) });
}

/** The pictures' bucket, whose calls are calls of an invocation. */
export function brokenPictures(invocations: Invocations): PictureBucket {
  const bucket = new PictureBucket();
  bucket.around = (command, act) => invocations.aws(`${command} site`, act);
  return bucket;
}

/** An item without its pictures, if the broken call was for one: then it has none, and nothing else differs. */
export function withoutBrokenPictures(item: string, { what }: BrokenCall): string {
  if (!/Command site$|^GET https:\/\/(?:pictures\.example|speakerdeck\.com\/alice)\//.test(what)) return item;
  return item.replace(/,"\w+_path":"\/i\/[^"]*"/g, "");
}

/**
 * The pictures that are named and that the bucket has not, and those of no folder.
 *
 * @param named texts that name pictures by their paths
 * @param folders those that an item or a tombstone has
 */
export function judgedPictures({ objects }: PictureBucket, named: readonly string[], folders: readonly string[]) {
  const paths = named.flatMap((text) => Array.from(text.matchAll(/\/(i\/[0-9a-f-]+)/g), ([, key = ""]) => key));
  return {
    missing: paths.filter((key) => !objects.has(key)),
    left: [...objects.keys()].filter((key) => !folders.some((folder) => key.startsWith(`i/${folder}-`))),
  };
}
