import { describe, expect, it } from "vitest";
import { pictureType } from "../../../lambdas/shared/pictures/picture-type.ts";
import { AVIF, GIF, JPEG, PNG, WEBP } from "./sample-pictures.ts";

const text = (text: string) => Buffer.from(text, "latin1");
const box = (...brands: readonly string[]) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + brands.length * 4);
  return Buffer.concat([length, text(`ftyp${brands.join("")}`)]);
};

describe("the type of a picture", () => {
  it.each([
    ["image/png", PNG],
    ["image/jpeg", JPEG],
    ["image/gif", GIF],
    ["image/gif", text("GIF87a\x01\x00\x01\x00")],
    ["image/webp", WEBP],
    ["image/avif", AVIF],
    ["image/avif", box("mif1", "\0\0\0\0", "miaf", "avif")],
    ["image/avif", box("avis", "\0\0\0\0")],
  ])("is %s by the first bytes", (type, bytes) => {
    expect(pictureType(bytes)).toBe(type);
  });

  it.each([
    ["nothing", ""],
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["SVG after XML's declaration", '<?xml version="1.0"?><svg/>'],
    ["a page", "<!doctype html><title>a</title>"],
    ["an icon of Windows", "\0\0\x01\0\x01\0\x10\x10"],
    ["a bitmap", "BM\x36\x00\x0c\x00"],
    ["TIFF", "II*\0"],
    ["a PDF", "%PDF-1.7"],
    ["half the signature of PNG", "\x89PNG\r\n"],
    ["PNG after white space", ` ${PNG.toString("latin1")}`],
    ["a sound in RIFF", "RIFF\x24\x08\x00\x00WAVEfmt "],
    ["WebP without RIFF", `LIST${WEBP.toString("latin1").slice(4)}`],
    ["a film", box("isom", "\0\0\x02\0", "isom", "avc1").toString("latin1")],
    ["a film whose version is AVIF's name", box("isom", "avif").toString("latin1")],
    ["a film with AVIF's name after its brands", `${box("isom", "\0\0\0\0").toString("latin1")}avif`],
    ["a picture by Apple", box("heic", "\0\0\0\0", "mif1", "heic").toString("latin1")],
  ])("is none for %s", (_what, content) => {
    expect(pictureType(text(content))).toBeNull();
  });
});
