import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";

/** A PDF file of tests. */
export interface PdfFile {
  /** The content of each page: operators (ISO 32000-1, annex A). */
  readonly pages: readonly string[];
  /** The font `/F1`: an object; default Helvetica, which every reader has. */
  readonly font?: string;
  /** The information dictionary, as PDF writes it. */
  readonly info?: string;
  /** Further entries of the catalog and the trailer. */
  readonly catalog?: string;
  readonly trailer?: string;
  /** Further objects, from number 5 on. */
  readonly objects?: readonly string[];
  /** Makes the stream of a page; default: the content unchanged. */
  readonly stream?: (content: string, objectNumber: number) => { readonly entries: string; readonly bytes: Buffer };
}

const HELVETICA = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

/** A Japanese font of the reader's, without its file: the text is in UTF-16BE. */
export function japaneseFont(encoding = "UniJIS-UTF16-H"): string {
  const system = "<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>";
  const metrics = "/Flags 4/FontBBox[0 -120 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93";
  const descriptor = `<</Type/FontDescriptor/FontName/HeiseiMin-W3${metrics}>>`;
  const descendant = `<</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3/CIDSystemInfo ${system}/DW 1000/FontDescriptor ${descriptor}>>`;
  return `<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3-${encoding}/Encoding/${encoding}/DescendantFonts[${descendant}]>>`;
}

/** A text in the encoding of `japaneseFont`, as an operand. */
export const utf16 = (text: string): string => `<${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
/** A text of Latin letters, as an operand. */
const latin = (text: string): string => `(${text.replace(/[()\\]/g, "\\$&")})`;

/** Shows lines in the font `/F1`: the first at a place of the page, the others below it. */
export function lines(
  texts: readonly string[],
  { x = 72, y = 720, size = 10, step = 12, encode = latin } = {},
): string {
  const shown = texts.map((text) => `${encode(text)} Tj T*`).join("\n");
  return `BT /F1 ${size} Tf ${step} TL 1 0 0 1 ${x} ${y} Tm\n${shown}\nET`;
}

/** Streams that are packed, as those of nearly all files are. */
export function packed(content: string | Uint8Array): { readonly entries: string; readonly bytes: Buffer } {
  return { entries: "/Filter/FlateDecode", bytes: deflateSync(content) };
}

const unpacked = (content: string) => ({ entries: "", bytes: Buffer.from(content, "latin1") });

/** The bytes of a file, with its table of objects. */
export function pdfFile(file: PdfFile): Buffer {
  const { font = HELVETICA, info = "", catalog = "", trailer = "", objects = [], stream = unpacked } = file;
  const first = 5 + objects.length;
  const kids = file.pages.map((_, index) => `${first + 2 * index} 0 R`).join(" ");
  const bodies: Buffer[] = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${file.pages.length}/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>>>`,
    font,
    `<<${info}>>`,
    ...objects,
  ].map((text) => Buffer.from(text, "latin1"));
  for (const content of file.pages) {
    const number = bodies.length + 2;
    const { entries, bytes } = stream(content, number);
    bodies.push(
      Buffer.from(`<</Type/Page/Parent 2 0 R/Contents ${number} 0 R>>`),
      Buffer.concat([Buffer.from(`<</Length ${bytes.length}${entries}>>stream\n`), bytes, Buffer.from("\nendstream")]),
    );
  }
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, body] of bodies.entries()) {
    places.push(length);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]));
  }
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = places.length + 1;
  const end = `trailer\n<</Size ${size}/Root 1 0 R/Info 4 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`;
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`));
  return Buffer.concat(parts);
}

const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const md5 = (...parts: readonly Buffer[]) => createHash("md5").update(Buffer.concat(parts)).digest();
const padded = (password: string) => Buffer.concat([Buffer.from(password, "latin1"), PADDING]).subarray(0, 32);
/** The cipher of the first revisions. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) % 256;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    Array.from(data, (byte) => {
      i = (i + 1) % 256;
      j = (j + (state[i] ?? 0)) % 256;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) % 256] ?? 0);
    }),
  );
}

/** A file with the password of its user and of its owner: the standard handler, revision 2 (ISO 32000-1, 7.6.3). */
export function encryptedFile(pages: readonly string[], password: string): Buffer {
  const id = Buffer.from("0123456789abcdef", "latin1");
  const owner = rc4(md5(padded(password)).subarray(0, 5), padded(password));
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-4);
  const key = md5(padded(password), owner, permissions, id).subarray(0, 5);
  const user = rc4(key, PADDING);
  const hex = (bytes: Buffer) => `<${bytes.toString("hex")}>`;
  const encrypt = `<</Filter/Standard/V 1/R 2/O ${hex(owner)}/U ${hex(user)}/P -4>>`;
  return pdfFile({
    pages,
    trailer: `/Encrypt ${encrypt}/ID[${hex(id)}${hex(id)}]`,
    stream: (content, number) => {
      const object = Buffer.from([number & 255, (number >> 8) & 255, 0, 0, 0]);
      const bytes = rc4(md5(key, object).subarray(0, 10), Buffer.from(content, "latin1"));
      return { entries: "", bytes };
    },
  });
}
