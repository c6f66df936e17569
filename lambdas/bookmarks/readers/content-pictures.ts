import { escaped } from "../../shared/html/escaped.ts";

/** An image of a content. Sizes are in pixels; null where the page declares none. */
interface ContentImage {
  readonly address: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** The tag of an image. The functions below recognize this form, which no text can have, since `<` is always escaped. */
export function imageTag({ address, alt, width, height }: ContentImage): string {
  const size = [width === null ? "" : ` width="${width}"`, height === null ? "" : ` height="${height}"`].join("");
  return `<img src="${escaped(address)}" alt="${escaped(alt)}"${size}>`;
}

const IMAGE = /<img src="([^"]*)" alt="([^"]*)"([^>]*)>/;
const IMAGES = new RegExp(IMAGE, "g");
/** Images, and the links around them. */
const IMAGES_AND_LINKS = new RegExp(`<(/?)a[ >]|${IMAGE.source}`, "g");

/** Elements that are dropped if they are empty without an image. Cells stay, since their position has a meaning. */
const EMPTIED =
  /<(a|p|figure|figcaption|blockquote|li|ul|ol|dt|dd|dl|h[234]|pre|code|em|kbd|mark|s|samp|span|strong|sub|sup|abbr|time|caption)(?: [^>]*)?><\/\1>/g;

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};
const unescaped = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? "");

/** The addresses of a content's images, each once, in their order. */
export function imagesOf(html: string): readonly string[] {
  return [...new Set(Array.from(html.matchAll(IMAGES), ([, address = ""]) => unescaped(address)))];
}

/**
 * A content whose images are copies. An image without a copy becomes a link with its alternative text, or inside a link
 * that text alone; without an alternative text it is dropped. Takes time linear in the content.
 *
 * @param copies the path of each copy on the site's domain, by the image's address
 */
export function withCopies(html: string, copies: ReadonlyMap<string, string>): string {
  // Without images, copying a long text would only take memory.
  if (!html.includes("<img ")) return html;
  let inLink = false;
  const written = html.replace(IMAGES_AND_LINKS, (tag, end: string | undefined, address = "", alt = "", size = "") => {
    if (!tag.startsWith("<img")) {
      inLink = end === "";
      return tag;
    }
    const path = copies.get(unescaped(address));
    if (path !== undefined) return `<img src="${path}" alt="${alt}"${size}>`;
    return inLink ? alt : `<a href="${address}">${alt}</a>`;
  });
  return withoutEmptied(written);
}

/** A content with the absolute addresses of its copies. @param siteUrl the site's address, without a slash at the end */
export function withAddresses(html: string, siteUrl: string): string {
  return html.replaceAll('<img src="/', `<img src="${escaped(siteUrl)}/`);
}

/** Removes elements that became empty, repeatedly, up to the nesting of a content's elements. */
function withoutEmptied(html: string): string {
  for (let before = html; ; before = html) {
    html = before.replace(EMPTIED, "");
    if (html === before) return html;
  }
}
