import type { IncomingMessage } from "node:http";
import zlib from "node:zlib";
import { networkError, OutboundError, place } from "./outbound-error.ts";

/** How much of a body is read. */
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

function contentCoding(incoming: IncomingMessage): string {
  const codings = (incoming.headers["content-encoding"] ?? "").split(",").map((coding) => coding.trim().toLowerCase());
  return codings.filter((coding) => coding !== "" && coding !== "identity").join(", ");
}

/** The decoder of a content coding; null if no decoding is needed. Several codings at once are not supported. */
function decoderFor(coding: string, first: Buffer, url: URL) {
  switch (coding) {
    case "":
      return null;
    case "gzip":
    case "x-gzip":
      return zlib.createGunzip();
    case "deflate":
      // "deflate" is the zlib format, but some servers send raw deflate. The low four bits of a zlib stream's first byte are
      // 8 (RFC 1950, 2.2; RFC 9110, 8.4.1.2).
      return ((first[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw();
    case "br":
      return zlib.createBrotliDecompress();
    default:
      throw new OutboundError("undecodable_body", `content coding of ${place(url)}`);
  }
}

type Decoder = NonNullable<ReturnType<typeof decoderFor>>;

/** Writes chunks to a decoder, each after the previous one was consumed. A failure destroys the decoder. */
async function feed(decoder: Decoder, first: Buffer, rest: AsyncGenerator<Buffer, void>): Promise<void> {
  const write = (chunk: Buffer) => new Promise<void>((resolve) => decoder.write(chunk, () => resolve()));
  try {
    await write(first);
    for await (const chunk of rest) {
      if (decoder.destroyed) return;
      await write(chunk);
    }
    decoder.end();
  } catch (error) {
    decoder.destroy(error instanceof Error ? error : new Error("unknown failure", { cause: error }));
  }
}

/** The decoded body in chunks; each is decoded after the previous one was consumed. */
async function* decodeChunks(incoming: IncomingMessage, url: URL): AsyncGenerator<Buffer, void> {
  const wire = readWireChunks(incoming, url);
  const first = await wire.next();
  if (first.done === true) return;
  const decoder = decoderFor(contentCoding(incoming), first.value, url);
  if (decoder === null) {
    yield first.value;
    yield* wire;
    return;
  }
  void feed(decoder, first.value, wire);
  try {
    for await (const chunk of decoder) yield chunk;
  } catch (cause) {
    if (cause instanceof OutboundError) throw cause;
    // Without a declared length, the body ends with the connection, and only the decoder can detect that it is incomplete.
    const endsWithConnection =
      incoming.headers["content-length"] === undefined && incoming.headers["transfer-encoding"] === undefined;
    const endedTooSoon = cause instanceof Error && "code" in cause && cause.code === "Z_BUF_ERROR";
    const kind = endsWithConnection && endedTooSoon ? "network" : "undecodable_body";
    throw new OutboundError(kind, place(url), { cause });
  }
}

/**
 * Reads a body up to a limit of decoded bytes.
 *
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
  // A declared length over the limit is rejected at once, but the received size is still counted.
  const declared = Number(incoming.headers["content-length"] ?? 0);
  const mayStopEarly = truncates || stopReading !== undefined;
  if (!mayStopEarly && contentCoding(incoming) === "" && declared > maxBytes) throw tooLarge();

  let store = Buffer.alloc(0);
  let length = 0;
  for await (const chunk of decodeChunks(incoming, url)) {
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
  return { body: store.subarray(0, length), truncated: false };
}
