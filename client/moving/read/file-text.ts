import { guessedCharset } from "./guessed-charset.ts";

export type ByteChunks = AsyncIterable<Uint8Array>;

/** The charset of a file can't be determined, or the file has bytes that are invalid in it. */
export class UnreadableCharset extends Error {
  override readonly name = "UnreadableCharset";
  /** The charset that the file names, or the likeliest one; null for none. */
  readonly charset: string | null;

  constructor(charset: string | null) {
    const guess = charset === null ? "" : ` (it may be ${charset})`;
    super(`The file is not in UTF-8, and its charset can't be told for certain${guess}. Save it as UTF-8`);
    this.charset = charset;
  }
}

/** The file is an archive: many services put their files into one. */
export class ArchiveFile extends Error {
  override readonly name = "ArchiveFile";

  constructor() {
    super("The file is an archive. Unpack it, and import the file that is in it");
  }
}

/** How ZIP, gzip and 7z begin. */
const ARCHIVES = ["PK\x03\x04", "\x1f\x8b", "7z\xbc\xaf"];

/** The beginning in which a declaration is looked for: browsers write it into the third line. */
const DECLARED_WITHIN = 4_096;
const DECLARATION = /<meta[^>]{0,200}?\bcharset\s{0,5}=\s{0,5}["']?([\w:.-]{1,40})/i;

/** Bytes beyond ASCII that are examined when no charset is declared. */
const LONGEST_SAMPLE = 20_000;

/**
 * The text of a file in the file's charset: by its byte order mark or the declaration in its HTML, else UTF-8, else the
 * charset that its bytes indicate beyond doubt.
 *
 * @param open opens the file anew: it is read twice, since its last byte may show that it is not UTF-8
 * @throws ArchiveFile; UnreadableCharset, in the course of the text when a byte is invalid in the charset; errors of reading
 */
export async function* fileText(open: () => ByteChunks): AsyncGenerator<string, void, undefined> {
  const charset = await fileCharset(open());
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    for await (const bytes of open()) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  } catch (error) {
    // A charset that is unknown, or a byte that is invalid in it.
    if (error instanceof RangeError || error instanceof TypeError) throw new UnreadableCharset(charset);
    throw error;
  }
}

async function fileCharset(chunks: ByteChunks): Promise<string> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  const sample: number[] = [];
  let beginning = "";
  for await (const bytes of chunks) {
    if (beginning.length < DECLARED_WITHIN) beginning += binaryText(bytes.subarray(0, DECLARED_WITHIN));
    try {
      if (isUtf8) utf8.decode(bytes, { stream: true });
    } catch {
      isUtf8 = false;
    }
    addSample(sample, bytes);
  }
  if (ARCHIVES.some((signature) => beginning.startsWith(signature))) throw new ArchiveFile();
  const told = toldCharset(beginning);
  if (told !== null) return told;
  try {
    if (isUtf8) utf8.decode();
  } catch {
    isUtf8 = false;
  }
  if (isUtf8) return "utf-8";
  const { charset, isCertain } = guessedCharset(binaryText(Uint8Array.from(sample)));
  if (charset === null || !isCertain) throw new UnreadableCharset(charset);
  return charset;
}

/** The charset by a byte order mark, the zeros of UTF-16 in ASCII, or a declaration; null for none of these, or for UTF-8. */
function toldCharset(beginning: string): string | null {
  if (/^(?:\xff\xfe|[^\0]\0)/.test(beginning)) return "utf-16le";
  if (/^(?:\xfe\xff|\0[^\0])/.test(beginning)) return "utf-16be";
  const declared = beginning.startsWith("\xef\xbb\xbf") ? undefined : DECLARATION.exec(beginning)?.[1]?.toLowerCase();
  // A declaration in ASCII is not written in UTF-16 (HTML, 13.2.3.2).
  return declared === undefined || /^utf-?(?:8|16)/.test(declared) ? null : declared;
}

/** Adds bytes beyond ASCII, and the ones behind these, which may be the second half of a character. */
function addSample(sample: number[], bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length && sample.length < LONGEST_SAMPLE; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80 || (sample.at(-1) ?? 0) >= 0x80) sample.push(byte);
  }
}

/** A text whose characters are bytes. */
function binaryText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
