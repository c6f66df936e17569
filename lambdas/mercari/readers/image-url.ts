import type { HTMLElement } from "node-html-parser";

const BASE = "https://jp.mercari.com/";

/** The absolute https address of an image; null for any other value, such as a `data:` placeholder. */
export function imageAddress(source: string): string | null {
  const url = source.trim() === "" ? null : URL.parse(source.trim(), BASE);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  url.protocol = "https:";
  return url.href;
}

/** The address of the picture of an `img`, including an `img` that is loaded lazily. */
function pictureOf(image: HTMLElement): string | null {
  return imageAddress(image.getAttribute("src") ?? "") ?? imageAddress(image.getAttribute("data-src") ?? "");
}

/** The address of the first image that has a picture. */
export function firstPicture(images: readonly HTMLElement[]): string | null {
  for (const image of images) {
    const address = pictureOf(image);
    if (address !== null) return address;
  }
  return null;
}

export function pictureIn(root: HTMLElement | null): string | null {
  return root === null ? null : firstPicture(root.querySelectorAll("img"));
}
