/** A reader of untrusted text, and the description of its texts. */
export interface Reader {
  readonly name: string;
  /** Entries of the functions or programs that use the reader; the smallest one's memory must suffice. */
  readonly functions: readonly string[];
  /** The files that parse the text. */
  readonly covers: readonly string[];
  /** The largest text that the reader is given, in bytes. */
  readonly limit: number;
  /** The tokens of its texts. A `#` in a token is a number, different each time. */
  readonly tokens: readonly string[];
  /** The places of tokens in a text; the first is a text that contains only tokens. */
  readonly frames: readonly (readonly [before: string, after: string])[];
  /** Fields of records of which a text may have many, with the frame of these records. */
  readonly records?: readonly (readonly [
    frame: readonly [before: string, after: string],
    before: string,
    after: string,
  ])[];
  /** Texts that were expensive once, or are likely to be: the repeated part, after a beginning. */
  readonly cases?: readonly (readonly [before: string, repeated: string])[];
  /** CPU time in milliseconds that even a short text may take, where a part of the work has a limit of its own. */
  readonly atMost?: number;
  readonly read: (text: string) => unknown;
}

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** The largest size of a kind of text, in bytes, by the limits of the code and the gateway. */
export const LIMITS = {
  bookmark: 4 * MIB,
  page: MIB,
  mercariPage: 3 * MIB,
  robots: 512 * KIB,
  googleSlides: 500 * KIB,
  oEmbed: 100 * KIB,
  siteEndpoint: 100_000,
  googleBooks: 2 * MIB,
  body: 64 * KIB,
  /** Of a request (API Gateway: 10,240 bytes of headers and request line). */
  requestHeaders: 10 * KIB,
  /** Of a request to the command line (Node.js: 16 KiB of headers and request line). */
  requestLine: 16 * KIB,
  /** Of a response to our own request. */
  answerHeaders: 32 * KIB,
  /** 100,000 code units, of up to three bytes each. */
  summarised: 300_000,
  /** 400,000 code units. */
  words: 1_200_000,
  filter: 2_000,
  /** Of a file that is imported, which has no limit: what is tested. It is read in pieces of 64 KiB. */
  file: MIB / 4,
} as const;

/** A text as it is sent. */
export const bytes = (text: string): Buffer => Buffer.from(text);
