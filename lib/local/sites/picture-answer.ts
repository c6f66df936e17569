import { crc32, deflateSync } from "node:zlib";
import type { SiteAnswer } from "./simulated-site.ts";

/** Red, green and blue of what is above, as the sky, and of what is below, as a hedge. */
export type TwoColours = readonly [number, number, number, number, number, number];

const LANDSCAPE: TwoColours = [0x96, 0xc2, 0xe2, 0x2f, 0x6f, 0x3c];

/**
 * An answer with a picture of so many pixels, a PNG with a palette. It has another media type, as pictures of real sites do.
 */
export function pictureAnswer(width: number, height: number, colours: TwoColours = LANDSCAPE): SiteAnswer {
  const horizon = Math.ceil(height * 0.6);
  // Each line begins with its filter: none.
  const lines = Buffer.alloc((width + 1) * height);
  for (let line = horizon; line < height; line += 1) lines.fill(1, line * (width + 1) + 1, (line + 1) * (width + 1));
  const body = Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    // Eight bits a pixel, by palette.
    chunk("IHDR", Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 3, 0, 0, 0])])),
    chunk("PLTE", Buffer.from(colours)),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return { status: 200, headers: { "content-type": "application/octet-stream" }, body };
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
