/** The limits of a copy of a picture, in pixels and bytes. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** Sides of a WebP file have at most 14 bits (RFC 9649, 2.6). */
const MOST_WEBP_PIXELS = 16_383;

/** For a text, and for the picture above it. */
export const WHOLE: PictureSize = { width: 1_600, height: MOST_WEBP_PIXELS, bytes: 300 * 1_024 };
/** For a list. */
export const THUMBNAIL: PictureSize = { width: 320, height: 320, bytes: 30 * 1_024 };
