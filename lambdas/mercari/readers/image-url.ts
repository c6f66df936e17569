import type { Element } from "./page-tree.ts";
import { attributeOf, elementsIn, tagOf } from "./page-tree.ts";

const BASE = "https://jp.mercari.com/";

/** An image's address, absolute and with https; null for what is none, such as a `data:` placeholder. */
export function imageAddress(source: string): string | null {
  const url = source.trim() === "" ? null : URL.parse(source.trim(), BASE);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  url.protocol = "https:";
  return url.href;
}

/** Where the picture of an `img` is, also if it is to be loaded later. */
function pictureOf(image: Element): string | null {
  return imageAddress(attributeOf(image, "src") ?? "") ?? imageAddress(attributeOf(image, "data-src") ?? "");
}

/** The address of the first of these images that has a picture. */
export function firstPicture(images: readonly Element[]): string | null {
  for (const image of images) {
    const address = pictureOf(image);
    if (address !== null) return address;
  }
  return null;
}

/** The address of the first picture inside an element. */
export function pictureIn(root: Element | undefined): string | null {
  return root === undefined ? null : firstPicture(elementsIn(root).filter((element) => tagOf(element) === "img"));
}
