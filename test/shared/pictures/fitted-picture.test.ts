import { beforeAll, describe, expect, it } from "vitest";
import Vips from "wasm-vips";
import { fittedPicture } from "../../../lambdas/shared/pictures/fitted-picture.ts";
import { THUMBNAIL, WHOLE } from "../../../lambdas/shared/pictures/picture-size.ts";
import { pictureType } from "../../../lambdas/shared/pictures/picture-type.ts";
import { ANIMATION, CMYK, PNG16, PROGRESSIVE, WEBP_WITH_EXIF, WIDE_GAMUT } from "./encoded-pictures.ts";
import { blackPngFile, pngFile, quarters, withExif } from "./png-file.ts";
import { AVIF, GIF, JPEG, PNG, WEBP } from "./sample-pictures.ts";

let vips: Awaited<ReturnType<typeof Vips>>;
beforeAll(async () => {
  vips = await Vips({ dynamicLibraries: ["vips-heif.wasm"] });
  vips.concurrency(1);
});

const METADATA = ["exif-data", "xmp-data", "iptc-data", "icc-profile-data"];
const SIZES = [WHOLE, THUMBNAIL];
const TINY = { width: 8, height: 8, bytes: 30_000 };

const copiesOf = (bytes: Uint8Array, sizes = SIZES) => {
  const type = pictureType(bytes);
  if (type === null) throw new Error("This is no picture.");
  return fittedPicture(vips, { type, bytes }, sizes);
};

/** A PNG file of so many pixels: red and green above blue and white. */
function large(width: number, height: number): Uint8Array {
  using few = vips.Image.newFromBuffer(pngFile(2, 2, quarters(2, 2)));
  using many = few.resize(width / 2, { vscale: height / 2, kernel: "nearest" });
  return many.pngsaveBuffer({ compression: 1 });
}

/** Pixels of every grey, which no encoder makes small. */
function noise(width: number, height: number): Uint8Array {
  using grey = vips.Image.gaussnoise(width, height, { mean: 128, sigma: 80, seed: 1 });
  using bytes = grey.cast("uchar");
  return bytes.pngsaveBuffer({ compression: 1 });
}

/** How a picture looks: its size, the colours in the middle of its quarters, its frames and its metadata. */
function seen(bytes: Uint8Array | undefined) {
  using image = vips.Image.newFromBuffer(bytes ?? "");
  const { width, height } = image;
  using shown = image.colourspace("srgb").cast("uchar");
  const colour = (x: number, y: number) => {
    const found = shown.getpoint(Math.floor(x * width), Math.floor(y * height)).slice(0, 3);
    // The colours of printers are duller than those of screens.
    return found.map((value) => (value > 0.85 * Math.max(...found) ? 1 : 0)).join("");
  };
  return {
    type: pictureType(bytes ?? Buffer.alloc(0)),
    size: [width, height],
    colours: [colour(0.25, 0.25), colour(0.75, 0.25), colour(0.25, 0.75), colour(0.75, 0.75)].join(" "),
    metadata: METADATA.filter((name) => image.getTypeof(name) !== 0),
  };
}

const [RED, GREEN, BLUE, WHITE] = ["100", "010", "001", "111"];
const UPRIGHT = [RED, GREEN, BLUE, WHITE].join(" ");

describe("a picture that fits", () => {
  it.each([
    ["PNG", PNG],
    ["JPEG", JPEG],
    ["progressive JPEG", PROGRESSIVE],
    ["GIF", GIF],
    ["an animation", ANIMATION],
    ["WebP", WEBP],
    ["AVIF", AVIF],
    ["CMYK", CMYK],
    ["16 bits", PNG16],
    ["another profile of colours", WIDE_GAMUT],
    ["1,600 pixels of width, and more of height", blackPngFile(1_600, 2_000)],
  ])("stays the file that it is: %s", (_what, bytes) => {
    const copies = copiesOf(bytes, [WHOLE]);
    expect(copies).toEqual([{ type: pictureType(bytes), bytes }]);
  });

  it("is one object in both sizes, so that it is stored once", () => {
    const [whole, thumbnail] = copiesOf(JPEG) ?? [];
    expect(whole).toBe(thumbnail);
    expect(whole?.bytes).toBe(JPEG);
  });
});

describe("a picture that does not fit", () => {
  it.each<readonly [string, Buffer, readonly number[], string]>([
    ["JPEG", JPEG, [8, 4], UPRIGHT],
    ["progressive JPEG", PROGRESSIVE, [8, 4], UPRIGHT],
    ["AVIF", AVIF, [8, 4], UPRIGHT],
    ["CMYK", CMYK, [8, 4], UPRIGHT],
    ["16 bits", PNG16, [8, 4], UPRIGHT],
    ["WebP with EXIF", WEBP_WITH_EXIF, [8, 4], UPRIGHT],
    ["an animation, of which the first frame stays", ANIMATION, [8, 4], [RED, RED, RED, RED].join(" ")],
    ["another profile of colours", WIDE_GAMUT, [8, 4], [RED, RED, RED, RED].join(" ")],
    ["a tall one", pngFile(20, 64, quarters(20, 64)), [3, 8], UPRIGHT],
  ])("is made smaller, with its shape and colours: %s", (_what, bytes, size, colours) => {
    expect(seen(copiesOf(bytes, [TINY])?.[0]?.bytes)).toEqual({ type: "image/webp", size, colours, metadata: [] });
  });

  it("keeps the colour that a profile gives it", () => {
    const [copy] = copiesOf(WIDE_GAMUT, [TINY]) ?? [];
    using image = vips.Image.newFromBuffer(copy?.bytes ?? "");
    const [red = 0, green = 0, blue = 0] = image.getpoint(4, 2);
    expect([Math.abs(red - 200) < 6, green < 12, blue < 12]).toEqual([true, true, true]);
  });

  it.each([
    [2_000, 500, [1_600, 400], [320, 80]],
    [300, 400, [300, 400], [240, 320]],
    [1_700, 40, [1_600, 38], [320, 8]],
    [900, 900, [900, 900], [320, 320]],
    [40, 17_000, [39, 16_383], [1, 320]],
  ])("of %i × %i pixels is as large as a text, and as a list, show it", (width, height, whole, thumbnail) => {
    const copies = copiesOf(large(width, height));
    expect(copies?.map(({ bytes }) => seen(bytes).size)).toEqual([whole, thumbnail]);
  });

  it("may be too tall alone", () => {
    expect(seen(copiesOf(blackPngFile(100, 400), [THUMBNAIL])?.[0]?.bytes).size).toEqual([80, 320]);
  });

  it("has at most 300 KB, and at most 30 KB in lists, whatever it shows", () => {
    const file = noise(1_700, 1_100);
    const lengths = copiesOf(file)?.map(({ bytes }) => bytes.length) ?? [];
    expect(file.length).toBeGreaterThan(1_500_000);
    expect(lengths.map((length, index) => length <= (SIZES[index]?.bytes ?? 0))).toEqual([true, true]);
    // Nothing is thrown away for nothing.
    expect(lengths.map((length, index) => length > (SIZES[index]?.bytes ?? 0) / 3)).toEqual([true, true]);
  });
});

describe("a picture with metadata", () => {
  /** The colours of an upright picture that is stored as each number of EXIF tells, 1 to 8 (CIPA DC-008, 4.6.5.1). */
  const [R, G, B, W] = [RED, GREEN, BLUE, WHITE];
  it.each([
    [1, [16, 8], [R, G, B, W]],
    [2, [16, 8], [G, R, W, B]],
    [3, [16, 8], [W, B, G, R]],
    [4, [16, 8], [B, W, R, G]],
    [5, [8, 16], [R, B, G, W]],
    [6, [8, 16], [B, R, W, G]],
    [7, [8, 16], [W, G, B, R]],
    [8, [8, 16], [G, W, R, B]],
  ])("is upright, and without them: %i", (orientation, size, colours) => {
    const file = withExif(JPEG, orientation);
    expect(seen(file).metadata).toContain("exif-data");
    const [copy] = copiesOf(file) ?? [];
    expect(seen(copy?.bytes)).toEqual({ type: "image/webp", size, colours: colours.join(" "), metadata: [] });
    expect(Buffer.from(copy?.bytes ?? []).includes("Photographer")).toBe(false);
  });

  it("has none of WebP's either", () => {
    expect(seen(WEBP_WITH_EXIF).metadata).not.toEqual([]);
    expect(seen(copiesOf(WEBP_WITH_EXIF)?.[0]?.bytes)).toMatchObject({ size: [16, 8], colours: UPRIGHT, metadata: [] });
  });
});

describe("a file that is none, or not whole", () => {
  it("is none beyond fifty megapixels, however few bytes it has", () => {
    expect(copiesOf(blackPngFile(10_000, 5_001))).toBeNull();
  });

  it("is the readable part of a truncated JPEG file", () => {
    using image = vips.Image.newFromBuffer(large(1_800, 1_200));
    const whole = image.jpegsaveBuffer({ Q: 95 });
    const { size, colours } = seen(copiesOf(whole.subarray(0, whole.length * 0.7), [WHOLE])?.[0]?.bytes);
    expect([size, colours.slice(0, 7)]).toEqual([[1_600, 1_067], `${RED} ${GREEN}`]);
  });

  it.each([
    ["the first bytes of PNG", PNG.subarray(0, 20)],
    ["the first bytes of JPEG", JPEG.subarray(0, 30)],
    ["the first bytes of AVIF", AVIF.subarray(0, 60)],
    ["the signature of GIF before a page", Buffer.from("GIF89a<!doctype html><script>a()</script>")],
    ["WebP of nothing", Buffer.from("RIFF\x04\0\0\0WEBPVP8 ", "latin1")],
  ])("is none: %s", (_what, bytes) => {
    expect(() => copiesOf(bytes)).toThrow();
  });
});
