import type Vips from "wasm-vips";
import type { PictureSize } from "./picture-size.ts";
import type { Picture } from "./picture-store.ts";

/** The library, once it is loaded. */
export type PictureLibrary = Awaited<ReturnType<typeof Vips>>;

/** How many pixels of a picture are read. */
const MOST_PIXELS = 50_000_000;

/** The parts of a file in which cameras and programs write metadata: places, names, comments, the orientation. */
const METADATA = ["exif-data", "xmp-data", "iptc-data", "photoshop-data"];

/** The qualities at which a picture is written before it gets fewer pixels, of 100. */
const QUALITIES = [80, 50];
/** How much of the time of encoding is spent to save bytes, of 6. */
const EFFORT = 2;
/** The share of the allowed bytes that a smaller picture aims at: its size in bytes can only be estimated. */
const AIM = 0.8;

/**
 * A picture in these sizes, the largest first: the file itself where it fits and has no metadata, else a WebP of its first
 * frame, upright and in sRGB, without metadata. Of a file that is cut off, what is there is the picture.
 *
 * @returns the same object for sizes that the file itself fits; null for a picture of more than 50 megapixels
 * @throws for bytes that are no picture, and for one that takes more memory than there is
 */
export function fittedPicture(
  vips: PictureLibrary,
  { type, bytes }: Picture,
  sizes: readonly PictureSize[],
): Picture[] | null {
  using header = vips.Image.newFromBuffer(bytes);
  if (header.width * header.height > MOST_PIXELS) return null;
  const isBare = METADATA.every((name) => header.getTypeof(name) === 0);
  const itself = { type, bytes };
  const scaled: Vips.Image[] = [];
  try {
    return sizes.map(({ width, height, bytes: most }) => {
      if (isBare && header.width <= width && header.height <= height && bytes.length <= most) return itself;
      const options = { height, size: "down", output_profile: "srgb" } as const;
      const larger = scaled.at(-1);
      using lazy = larger?.thumbnailImage(width, options) ?? vips.Image.thumbnailBuffer(bytes, width, options);
      const pixels = lazy.copyMemory();
      scaled.push(pixels);
      return { type: "image/webp", bytes: withinBytes(pixels, most) };
    });
  } finally {
    for (const image of scaled) image.delete();
  }
}

/** An image as WebP of at most so many bytes, with fewer pixels where lower quality is not enough. */
function withinBytes(image: Vips.Image, most: number): Uint8Array {
  let length = 0;
  for (const Q of QUALITIES) {
    const bytes = image.webpsaveBuffer({ Q, effort: EFFORT, keep: "none" });
    if (bytes.length <= most) return bytes;
    length = bytes.length;
  }
  using smaller = image.resize(Math.sqrt((AIM * most) / length));
  return withinBytes(smaller, most);
}
