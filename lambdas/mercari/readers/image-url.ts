import type { Element } from "domhandler";
import { elementsIn } from "./page-tree.ts";

const BASE = "https://jp.mercari.com/";

/** The absolute https address of an image; null for a value that is no such address, for example a `data:` placeholder. */
export function imageAddress(source: string): string | null {
  const url = source.trim() === "" ? null : URL.parse(source.trim(), BASE);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  url.protocol = "https:";
  return url.href;
}

/** The address of the picture of an `img`, including an `img` that is loaded lazily. */
function pictureOf(image: Element): string | null {
  return imageAddress(image.attribs.src ?? "") ?? imageAddress(image.attribs["data-src"] ?? "");
}

/** The address of the first image that has a picture. */
export function firstPicture(images: readonly Element[]): string | null {
  for (const image of images) {
    const address = pictureOf(image);
    if (address !== null) return address;
  }
  return null;
}

/** The address of the first picture inside an element. */
export function pictureIn(root: Element | undefined): string | null {
  return root === undefined ? null : firstPicture(elementsIn(root).filter((element) => element.name === "img"));
}
