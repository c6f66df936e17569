import zlib from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure, rawServer, serversOfEachTest, site, webServer } from "./outbound-servers.ts";

serversOfEachTest();

const TEXT = "Leaves are picked early in the morning, then withered, rolled, fired and sorted. ".repeat(40);
const gzipped = zlib.gzipSync(TEXT);

/** The beginning of a text as a server sends it that flushes its compressor and then ends without closing it. */
function flushed(text: string, compressor: zlib.Gzip | zlib.Deflate | zlib.BrotliCompress): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  compressor.write(text);
  compressor.flush(() => resolve(compressor.read() as Buffer));
  return promise;
}

/** A server that sends a body with a coding; its length is that of the body. */
const sending = (coding: string, body: Buffer, length = body.length) =>
  rawServer(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${length}\r\n\r\n`),
      body,
    ]),
    (socket) => socket.end(),
  );

describe("a content coding", () => {
  it.each([
    ["none", TEXT],
    ["UTF-8", TEXT],
    ["utf8", TEXT],
    ["aws-chunked", TEXT],
    ["binary", TEXT],
    ["8bit", TEXT],
    ["text/html", TEXT],
    ["*", TEXT],
    ["constructor", TEXT],
    ["", TEXT],
    ["none, UTF-8", TEXT],
    ["gzip, none", gzipped],
    ["aws-chunked,gzip", gzipped],
    ["identity, x-gzip", gzipped],
  ])("%j does not count where it names no coding", async (coding, body) => {
    const server = await sending(coding, Buffer.from(body));
    const response = await server.get(`${site}/`);
    expect([response.body.toString(), response.truncated]).toEqual([TEXT, false]);
  });

  it.each([
    ["zstd", zlib.zstdCompressSync(TEXT)],
    ["gzip, gzip", zlib.gzipSync(gzipped)],
    ["deflate, gzip", zlib.gzipSync(zlib.deflateSync(TEXT))],
    ["gzip, br", zlib.brotliCompressSync(gzipped)],
    ["br, identity, zstd", zlib.zstdCompressSync(zlib.brotliCompressSync(TEXT))],
  ])("%j is decoded, the last one first", async (coding, body) => {
    const response = await (await sending(coding, body)).get(`${site}/`);
    expect([response.body.toString(), response.truncated]).toEqual([TEXT, false]);
  });

  const member = zlib.gzipSync("");
  // With an extra field it has 32 bytes, so that each chunk that is decoded ends with a member.
  const long = Buffer.concat([member.subarray(0, 10), Buffer.from([10, 0]), Buffer.alloc(10), member.subarray(10)]);
  long.writeUInt8(4, 3);

  it.each([
    ["within", member],
    ["behind", long],
  ])("counts what each of several codings yields, also if the limit is %s a member of gzip", async (_where, empty) => {
    // They decode to nothing.
    const members = zlib.gzipSync(Buffer.alloc(1_000_000, empty));
    const server = await sending("gzip, gzip", members);
    expect((await failure(server.get(`${site}/`, { onTooLarge: "truncate" }))).kind).toBe("too_large");
  });

  it("asks for no window of zstd beyond 8 MB", async () => {
    const windowLog = { params: { [zlib.constants.ZSTD_c_windowLog]: 27 } };
    const long = zlib.createZstdCompress(windowLog);
    const server = await sending("zstd", await flushed("x".repeat(100), long as unknown as zlib.Gzip));
    expect((await failure(server.get(`${site}/`))).kind).toBe("undecodable_body");
  });
});

describe("a compressed body that was cut", () => {
  const half = TEXT.slice(0, TEXT.length / 2);

  it.each<[string, string, () => Buffer | Promise<Buffer>, string]>([
    ["gzip without its trailer", "gzip", () => gzipped.subarray(0, -8), TEXT],
    ["gzip without the last byte", "gzip", () => gzipped.subarray(0, -1), TEXT],
    ["deflate without its checksum", "deflate", () => zlib.deflateSync(TEXT).subarray(0, -4), TEXT],
    ["gzip after a flush", "gzip", () => flushed(half, zlib.createGzip()), half],
    ["deflate after a flush", "deflate", () => flushed(half, zlib.createDeflate()), half],
    ["raw deflate after a flush", "deflate", () => flushed(half, zlib.createDeflateRaw()), half],
    ["brotli after a flush", "br", () => flushed(half, zlib.createBrotliCompress()), half],
    ["gzip in gzip without its trailer", "gzip, gzip", () => zlib.gzipSync(gzipped.subarray(0, -8)), TEXT],
    [
      "gzip without its trailer after one that is whole",
      "gzip",
      () => Buffer.concat([gzipped, gzipped.subarray(0, -8)]),
      TEXT + TEXT,
    ],
  ])("keeps what was decoded: %s", async (_what, coding, make, kept) => {
    const body = await make();
    const server = await sending(coding, body);
    const response = await server.get(`${site}/`);
    expect([response.body.toString(), response.truncated]).toEqual([kept, true]);
  });

  it.each([
    ["in chunks", `Transfer-Encoding: chunked\r\n\r\n${(gzipped.length - 8).toString(16)}\r\n`, "\r\n0\r\n\r\n"],
    ["until the connection ends", "\r\n", ""],
  ])("keeps what was decoded: %s", async (_how, before, after) => {
    const head = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n${before}`);
    const server = await rawServer(Buffer.concat([head, gzipped.subarray(0, -8), Buffer.from(after)]), (s) => s.end());
    const response = await server.get(`${site}/`);
    expect([response.body.toString(), response.truncated]).toEqual([TEXT, true]);
  });

  it("is whole if its coding is, though its declared length is that before compression", async () => {
    const response = await (await sending("gzip", gzipped, TEXT.length)).get(`${site}/`);
    expect([response.body.toString(), response.truncated]).toEqual([TEXT, false]);
  });

  it("is a network failure if the connection ended before the declared length", async () => {
    const server = await sending("gzip", gzipped.subarray(0, 60), gzipped.length);
    expect(await failure(server.get(`${site}/`))).toMatchObject({ kind: "network", transient: true });
  });
});

it.each([
  ["gzip", zlib.gzipSync],
  ["br", zlib.brotliCompressSync],
  ["zstd", zlib.zstdCompressSync],
])("decodes any bytes that arrive in any pieces: %s", async (coding, compress) => {
  let body = Buffer.alloc(0);
  let size = 1;
  const server = await webServer(async (_req, res) => {
    res.writeHead(200, { "Content-Encoding": coding });
    for (let at = 0; at < body.length; at += size) {
      await new Promise((resolve) => res.write(body.subarray(at, at + size), resolve));
    }
    res.end();
  });
  const bytes = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 2_000 }), fc.integer({ min: 1, max: 100 }));
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 500, max: 3_000 }), async ([part, times], length) => {
      const sent = Buffer.concat(Array.from({ length: times }, () => part));
      body = compress(sent);
      size = length;
      expect((await server.get(`${site}/`, { maxBytes: 1_000_000 })).body.equals(sent)).toBe(true);
    }),
    { numRuns: 20 },
  );
});
