/** Something that reads what strangers write, and what is known of what it is given. */
export interface Reader {
  readonly name: string;
  /** Entries of the functions that read with it; the smallest of them must bear it. */
  readonly functions: readonly string[];
  /** The files of `lambdas` that take the text apart. */
  readonly covers: readonly string[];
  /** The largest text that it is ever given, in bytes. */
  readonly limit: number;
  /** What its texts are made of. A `#` in one is a number, another one each time. */
  readonly tokens: readonly string[];
  /** Where in a text the tokens may stand; the first is a text of nothing else. */
  readonly frames: readonly (readonly [before: string, after: string])[];
  /** Texts that were dear once, or are likely to be: what is repeated, after what stands before it. */
  readonly cases?: readonly (readonly [before: string, repeated: string])[];
  /** CPU time in milliseconds that even a short text may take, where a part of the work has a bound of its own. */
  readonly atMost?: number;
  readonly read: (text: string) => unknown;
}

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** The most that a kind of text may have, in bytes, as the code and the gateway limit it. */
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
  /** Of an answer that we have asked for. */
  answerHeaders: 32 * KIB,
  summarised: 100_000,
  filter: 2_000,
} as const;

/** A text as it comes over the wire. */
export const bytes = (text: string): Buffer => Buffer.from(text);
