/**
 * The types of pictures that are copied: those that every browser shows and that hold no program. SVG, which may hold
 * scripts, is none of them.
 */
export type PictureType = "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/avif";

/** How many bytes tell the type of every picture. */
export const TELLING_BYTES = 64;

/** The first bytes of each type, as Latin-1 (WHATWG, MIME Sniffing, 6.1). */
const BEGINNINGS: readonly (readonly [PictureType, string])[] = [
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF87a"],
  ["image/gif", "GIF89a"],
];

/**
 * The type of a picture by its first bytes, never by a header or a name; null for anything else. What follows them is not
 * read: a file that is a picture and a page at the same time is served as the picture that it begins as.
 */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const head = Buffer.from(bytes.subarray(0, TELLING_BYTES)).toString("latin1");
  const found = BEGINNINGS.find(([, beginning]) => head.startsWith(beginning));
  if (found !== undefined) return found[0];
  if (head.startsWith("RIFF") && head.startsWith("WEBPVP", 8)) return "image/webp";
  return isAvif(head) ? "image/avif" : null;
}

/**
 * Whether the bytes begin a picture that every browser shows where the site has it: one that is copied, or an icon of Windows
 * (WHATWG, MIME Sniffing, 6.1), which few libraries decode.
 */
export function isShownPicture(bytes: Uint8Array): boolean {
  return pictureType(bytes) !== null || Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "\0\0\x01\0";
}

/** A file of the ISO base media format with one of AVIF's brands (AV1 Image File Format, 6): length, `ftyp`, brands. */
function isAvif(head: string): boolean {
  if (head.slice(4, 8) !== "ftyp") return false;
  const length = Buffer.from(head, "latin1").readUInt32BE();
  const brands = head.slice(8, length).match(/.{4}/gs) ?? [];
  // The second one is the version of the first.
  return brands.some((brand, index) => index !== 1 && (brand === "avif" || brand === "avis"));
}
