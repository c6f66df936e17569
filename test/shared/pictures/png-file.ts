import { crc32, deflateSync } from "node:zlib";

/** A PNG file of so many pixels; `pixel` tells red, green and blue of each. */
export function pngFile(width: number, height: number, pixel: (x: number, y: number) => readonly number[]): Buffer {
  const lines = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) lines.set(pixel(x, y), y * (1 + 3 * width) + 1 + 3 * x);
  }
  return pngOf(width, height, 2, lines);
}

/** A PNG file of one colour, black, of a byte or less for 8,000 pixels. */
export function blackPngFile(width: number, height: number): Buffer {
  return pngOf(width, height, 0, Buffer.alloc(height * (1 + Math.ceil(width / 8))), 1);
}

function pngOf(width: number, height: number, colours: number, lines: Buffer, bits = 8, interlace = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([bits, colours, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Red and green above blue and white. */
export const quarters =
  (width: number, height: number) =>
  (x: number, y: number): readonly number[] => {
    if (y < height / 2) return x < width / 2 ? [220, 0, 0] : [0, 200, 0];
    return x < width / 2 ? [0, 0, 220] : [250, 250, 250];
  };

/** A JPEG file with EXIF: which side is up (1 to 8), and who took the picture. */
export function withExif(jpeg: Buffer, orientation: number): Buffer {
  const artist = Buffer.from("A. Photographer\0", "latin1");
  const tiff = Buffer.alloc(38);
  tiff.write("MM\0*", "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(2, 8);
  // Tag, type, count, value: orientation, a short; artist, a text after the table.
  for (const [at, ...numbers] of [
    [10, 0x0112, 3],
    [22, 0x013b, 2],
  ] as const) {
    tiff.writeUInt16BE(numbers[0], at);
    tiff.writeUInt16BE(numbers[1], at + 2);
  }
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  tiff.writeUInt32BE(artist.length, 26);
  tiff.writeUInt32BE(tiff.length, 30);
  const data = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff, artist]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, data, jpeg.subarray(2)]);
}

/** Where the pixels of the seven passes of an interlaced file begin, and their distances (PNG, 8.1). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** An interlaced PNG file of one colour, black, with 16 bits for each colour and for opacity. */
export function interlacedPngFile(width: number, height: number): Buffer {
  const bytes = PASSES.map(
    ([x, y, right, down]) => Math.ceil((height - y) / down) * (1 + 8 * Math.ceil((width - x) / right)),
  );
  return pngOf(width, height, 6, Buffer.alloc(bytes.reduce((sum, length) => sum + length, 0)), 16, 1);
}
