import type { IncomingMessage } from "node:http";
import zlib from "node:zlib";
import { networkError, OutboundError, place } from "./outbound-error.ts";

export interface BodyLimits {
  /** Limit on decoded bytes, counted while they stream. */
  maxBytes: number;
  /** Called as decoded bytes arrive, with all bytes so far; true ends reading early, successfully. */
  stopReading?: (decoded: Buffer) => boolean;
  /** What to do when the body exceeds `maxBytes`; default "fail". */
  onTooLarge?: "fail" | "truncate";
}

/** The body's bytes as received. A connection that ends too early is an error. */
async function* readWireChunks(incoming: IncomingMessage, url: URL): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of incoming) yield chunk;
  } catch (cause) {
    throw networkError(cause, url);
  }
}

/** The same number as in curl. */
const MAX_CODINGS = 5;

/** A window of 8 MB, which is the most that a sender may ask for (RFC 9659); the library's default is 128 MB. */
const ZSTD_WINDOW = { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } };

/** Makes the decoder of a content coding from the first bytes of the body. */
const DECODERS = {
  gzip: () => zlib.createGunzip(),
  "x-gzip": () => zlib.createGunzip(),
  // "deflate" is the zlib format, but some servers send raw deflate. The low four bits of a zlib stream's first byte are
  // 8 (RFC 1950, 2.2; RFC 9110, 8.4.1.2).
  deflate: (first: Buffer) => (((first[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zlib.createZstdDecompress(ZSTD_WINDOW),
};

type Coding = keyof typeof DECODERS;
type Decoder = ReturnType<(typeof DECODERS)[Coding]>;

const isCoding = (name: string): name is Coding => Object.hasOwn(DECODERS, name);

/**
 * The codings of a body, in the order in which they were applied. A name that is no coding, such as `none`, `UTF-8` or
 * `aws-chunked`, is ignored, as in browsers: storage services send whatever a file was uploaded with.
 */
function contentCodings(incoming: IncomingMessage): readonly Coding[] {
  const names = (incoming.headers["content-encoding"] ?? "").split(",");
  return names.map((name) => name.trim().toLowerCase()).filter(isCoding);
}

/** Writes chunks to a decoder, each after the previous one was consumed. */
async function feed(decoder: Decoder, first: Buffer, rest: AsyncGenerator<Buffer, void>): Promise<void> {
  const write = (chunk: Buffer) => new Promise<void>((resolve) => decoder.write(chunk, () => resolve()));
  await write(first);
  for await (const chunk of rest) {
    if (decoder.destroyed) return;
    await write(chunk);
  }
}

/**
 * The output of a decoder. The decoder is ended when `fed` has ended and all output was read: an error at the end discards
 * what was not.
 */
async function* outputOf(decoder: Decoder, fed: Promise<unknown>): AsyncGenerator<Buffer, void> {
  let isFed = false;
  let changed = Promise.withResolvers<void>();
  for (const event of ["readable", "end", "error"]) decoder.on(event, () => changed.resolve());
  void fed.then(() => {
    isFed = true;
    changed.resolve();
  });
  for (;;) {
    for (let chunk = decoder.read(); chunk !== null; chunk = decoder.read()) yield chunk;
    if (decoder.destroyed || decoder.readableEnded) return;
    if (isFed && !decoder.writableEnded) decoder.end();
    await changed.promise;
    changed = Promise.withResolvers();
  }
}

const endedTooSoon = (error: Error): boolean => "code" in error && error.code === "Z_BUF_ERROR";

/** A body while it is read. */
interface Reading {
  readonly incoming: IncomingMessage;
  readonly url: URL;
  readonly maxBytes: number;
  /** Set if the last bytes of a coding are missing. */
  isCut: boolean;
}

/**
 * Decodes one coding. The decoder knows whether its stream is complete: then it does not matter that the connection ended
 * too soon, since some servers declare the length before compression. Of a stream that ends too soon, after a flush or
 * without its trailer, as many servers send it, what was decoded is kept, as in browsers.
 */
async function* decodeOne(coding: Coding, wire: AsyncGenerator<Buffer, void>, reading: Reading) {
  const first = await wire.next();
  if (first.done === true) return;
  const { incoming, url, maxBytes } = reading;
  const decoder = DECODERS[coding](first.value);
  let length = 0;
  let wireError: unknown = null;
  const fed = feed(decoder, first.value, wire).catch((error) => {
    wireError = error;
  });
  try {
    for await (const chunk of outputOf(decoder, fed)) {
      // The output of this coding for a further one is also limited.
      if (length > maxBytes) throw new OutboundError("too_large", `body of ${place(url)}`);
      length += chunk.length;
      yield chunk;
    }
    const cause = decoder.errored;
    // The limit of another coding may be where this one's stream is complete.
    const isTooLarge = wireError instanceof OutboundError && wireError.kind === "too_large";
    if (isTooLarge || (cause !== null && wireError !== null)) throw wireError;
    if (cause === null) return;
    reading.isCut = endedTooSoon(cause) && length > 0;
    if (reading.isCut) return;
    // Without a declared length, the body ends with the connection, and only the decoder can detect that it is incomplete.
    const endsWithConnection =
      incoming.headers["content-length"] === undefined && incoming.headers["transfer-encoding"] === undefined;
    const kind = endsWithConnection && endedTooSoon(cause) ? "network" : "undecodable_body";
    throw new OutboundError(kind, place(url), { cause });
  } finally {
    decoder.destroy();
  }
}

/** The decoded body in chunks; each is decoded after the previous one was consumed. */
function decodeChunks(codings: readonly Coding[], reading: Reading): AsyncGenerator<Buffer, void> {
  const { incoming, url } = reading;
  if (codings.length > MAX_CODINGS) throw new OutboundError("undecodable_body", `content codings of ${place(url)}`);
  return codings.reduceRight<AsyncGenerator<Buffer, void>>(
    (chunks, coding) => decodeOne(coding, chunks, reading),
    readWireChunks(incoming, url),
  );
}

/**
 * Reads a body up to a limit of decoded bytes.
 *
 * @returns `truncated` for a body whose rest was not read or not sent
 * @throws OutboundError `too_large`, `undecodable_body` or `network`
 */
export async function readBody(
  incoming: IncomingMessage,
  url: URL,
  limits: BodyLimits,
): Promise<{ body: Buffer; truncated: boolean }> {
  const { maxBytes, stopReading } = limits;
  // The status of an error response must be reported even if its body is too large, so that the body is truncated.
  const truncates = limits.onTooLarge === "truncate" || (incoming.statusCode ?? 0) >= 400;
  const tooLarge = () => new OutboundError("too_large", `body of ${place(url)}`);
  const codings = contentCodings(incoming);
  // A declared length over the limit is rejected at once, but the received size is still counted. Beside chunks, a declared
  // length means nothing (RFC 9112, 6.3).
  const isChunked = incoming.headers["transfer-encoding"] !== undefined;
  const declared = isChunked ? 0 : Number(incoming.headers["content-length"] ?? 0);
  const mayStopEarly = truncates || stopReading !== undefined;
  if (!mayStopEarly && codings.length === 0 && declared > maxBytes) throw tooLarge();

  const reading: Reading = { incoming, url, maxBytes, isCut: false };
  let store = Buffer.alloc(0);
  let length = 0;
  for await (const chunk of decodeChunks(codings, reading)) {
    const taken = chunk.subarray(0, maxBytes - length);
    if (length + taken.length > store.length) {
      // `stopReading` needs one contiguous buffer; doubling its size keeps the copying linear.
      const larger = Buffer.alloc(Math.max(2 * store.length, length + taken.length));
      store.copy(larger, 0, 0, length);
      store = larger;
    }
    taken.copy(store, length);
    length += taken.length;
    const soFar = store.subarray(0, length);
    if (stopReading?.(soFar) === true) return { body: soFar, truncated: true };
    if (taken.length < chunk.length) {
      if (truncates) return { body: soFar, truncated: true };
      throw tooLarge();
    }
  }
  return { body: store.subarray(0, length), truncated: reading.isCut };
}
