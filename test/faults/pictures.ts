import type { OutboundRequest, OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { PictureBucket } from "../shared/pictures/picture-bucket.ts";
import { PNG } from "../shared/pictures/sample-pictures.ts";
import { response } from "../slides/deck-answers.ts";
import type { BrokenCall } from "./fault.ts";
import type { Invocations } from "./invocations.ts";

const PICTURE = "https://pictures.example/cover.png";
export const PAGE_WITH_PICTURE = `<!doctype html><title>A page</title><meta property="og:image" content="${PICTURE}">
<link rel="icon" href="https://pictures.example/icon.png"><p>It says something that is worth a whole sentence.</p>`;

/** A page that names a picture, and the picture. */
export async function pictureSite({ url }: OutboundRequest): Promise<OutboundResponse> {
  if (String(url).startsWith("https://pictures.example/")) return response({ mediaType: "image/png", body: PNG });
  return response({ mediaType: "text/html", body: Buffer.from(PAGE_WITH_PICTURE) });
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

/** The pictures that items name and the bucket has not. */
export function missingFrom({ objects }: PictureBucket, items: readonly string[] = []): string[] {
  const named = items.flatMap((item) => [...item.matchAll(/"\/(i\/[^"]*)"/g)].map(([, key = ""]) => key));
  return named.filter((key) => !objects.has(key));
}
