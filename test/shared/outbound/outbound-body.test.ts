import { PassThrough } from "node:stream";
import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { failure, rawServer, serversOfEachTest, site, webServer } from "./outbound-servers.ts";

serversOfEachTest();

describe("body", () => {
  const text = "こんにちは".repeat(500);

  it.each<[string, (data: string) => Buffer]>([
    ["gzip", (data) => zlib.gzipSync(data)],
    ["x-gzip", (data) => zlib.gzipSync(data)],
    ["GZIP", (data) => zlib.gzipSync(data)],
    ["deflate", (data) => zlib.deflateSync(data)],
    ["deflate", (data) => zlib.deflateRawSync(data)],
    ["br", (data) => zlib.brotliCompressSync(data)],
    ["identity", (data) => Buffer.from(data)],
    [" gzip , identity,", (data) => zlib.gzipSync(data)],
  ])("decodes %s", async (coding, encode) => {
    const server = await webServer((_req, res) => res.writeHead(200, { "Content-Encoding": coding }).end(encode(text)));
    const response = await server.get(`${site}/`);
    expect(response.body.toString()).toBe(text);
    expect(response.truncated).toBe(false);
  });

  it.each([null, "gzip"])("reads a body whose rest arrives after its beginning was read: %s", async (coding) => {
    const rest = Promise.withResolvers<void>();
    const server = await webServer(async (_req, res) => {
      res.writeHead(200, coding === null ? {} : { "Content-Encoding": coding });
      const body = coding === null ? new PassThrough() : zlib.createGzip({ flush: zlib.constants.Z_SYNC_FLUSH });
      body.pipe(res);
      body.write("begin ");
      await rest.promise;
      body.end("and end");
    });
    const stopReading = () => {
      rest.resolve();
      return false;
    };
    expect((await server.get(`${site}/`, { stopReading })).body.toString()).toBe("begin and end");
  });

  it("decodes bytes that arrive one by one, and ignores bytes after the end of gzip", async () => {
    const server = await webServer(async (_req, res) => {
      res.writeHead(200, { "Content-Encoding": "gzip" });
      for (const byte of zlib.gzipSync("slowly")) await new Promise((resolve) => res.write(Buffer.of(byte), resolve));
      res.end("\0\0\0rubbish");
    });
    expect((await server.get(`${site}/`)).body.toString()).toBe("slowly");
  });

  it("accepts an empty body with any coding", async () => {
    const server = await webServer((_req, res) => res.writeHead(200, { "Content-Encoding": "gzip" }).end());
    expect((await server.get(`${site}/`)).body).toHaveLength(0);
  });

  it.each<[string, string, Buffer]>([
    ["more codings than anybody uses", "gzip, ".repeat(6), Buffer.from("data")],
    ["bytes that are not gzip", "gzip", Buffer.from("<html>not gzip</html>")],
    ["bytes that are not deflate", "deflate", Buffer.from("<html>not deflate</html>")],
    ["bytes that are not brotli", "br", Buffer.from("<html>not brotli</html>")],
    ["gzip cut before its first character", "gzip", zlib.gzipSync(text).subarray(0, 12)],
  ])("rejects %s", async (_label, coding, bytes) => {
    const server = await webServer((_req, res) => {
      res.writeHead(200, { "Content-Encoding": coding, "Content-Length": bytes.length }).end(bytes);
    });
    expect(await failure(server.get(`${site}/`))).toMatchObject({ kind: "undecodable_body", transient: false });
  });

  it.each([
    ["gzip that ends before its first character", "Transfer-Encoding: chunked\r\n\r\nc\r\n", "\r\n0\r\n\r\n"],
    ["bytes that are not gzip, until the connection ends", "\r\nnot gzip, ", ""],
  ])("rejects %s", async (_label, before, after) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n${before}`;
    const bytes = [Buffer.from(head), zlib.gzipSync(text).subarray(0, 12), Buffer.from(after)];
    const server = await rawServer(Buffer.concat(bytes), (socket) => socket.end());
    const cause = expect.objectContaining({ code: expect.stringMatching(/^Z_/) });
    expect(await failure(server.get(`${site}/`))).toMatchObject({ kind: "undecodable_body", cause });
  });

  it.each([400, 503])(
    "keeps the beginning of a long answer of status %i, which the status explains",
    async (status) => {
      const server = await webServer((_req, res) => res.writeHead(status).end("1234567890"));
      expect(await server.get(`${site}/`, { maxBytes: 3 })).toMatchObject({
        status,
        body: Buffer.from("123"),
        truncated: true,
      });
    },
  );

  it("accepts exactly the limit, and not one byte more", async () => {
    const server = await webServer((_req, res) => {
      res.write("12345");
      res.end("67890");
    });
    expect((await server.get(`${site}/`, { maxBytes: 10 })).body.toString()).toBe("1234567890");
    expect(await failure(server.get(`${site}/`, { maxBytes: 9 }))).toMatchObject({
      kind: "too_large",
      transient: false,
    });
    expect(await server.get(`${site}/`, { maxBytes: 9, onTooLarge: "truncate" })).toMatchObject({
      body: Buffer.from("123456789"),
      truncated: true,
    });
  });

  it("rejects a declared length above the limit before the body arrives", async () => {
    const server = await webServer((req, res) => {
      res.writeHead(200, { "Content-Length": 1000 });
      if (req.url === "/whole") res.end("x".repeat(1000));
      else res.flushHeaders();
    });
    const error = await failure(server.get(`${site}/?geheim`, { maxBytes: 999 }));
    expect(error.message).toBe(`too_large: body of ${site}/`);
    expect((await server.get(`${site}/whole`, { maxBytes: 1000 })).body).toHaveLength(1000);
    const beginning = await server.get(`${site}/whole`, { maxBytes: 999, onTooLarge: "truncate" });
    expect(beginning.body).toHaveLength(999);
  });

  it("does not use the declared length of compressed bytes as the size", async () => {
    const bytes = zlib.gzipSync("x".repeat(10));
    const server = await webServer((_req, res) => {
      res.writeHead(200, { "Content-Encoding": "gzip", "Content-Length": bytes.length }).end(bytes);
    });
    expect((await server.get(`${site}/`, { maxBytes: 10 })).body).toHaveLength(10);
    expect((await failure(server.get(`${site}/`, { maxBytes: 9 }))).kind).toBe("too_large");
  });

  it("reads only as much as a declared length that is too small", async () => {
    const server = await rawServer(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12345${"x".repeat(500)}`, (socket) =>
      socket.end(),
    );
    expect((await server.get(`${site}/`, { maxBytes: 5 })).body.toString()).toBe("12345");
  });

  /** Sends chunks as long as they are accepted, at most 64 MiB; returns how many bytes were sent. */
  async function endlessServer(chunk: Buffer, headers: Record<string, string>) {
    const ended = Promise.withResolvers<number>();
    const server = await webServer((_req, res) => {
      let sent = 0;
      res.writeHead(200, headers);
      const send = () => {
        while (sent < 64 * 1024 * 1024) {
          sent += chunk.length;
          if (!res.write(chunk)) return;
        }
        res.end();
      };
      res.on("drain", send);
      res.on("close", () => ended.resolve(sent));
      send();
    });
    return { ...server, sent: ended.promise };
  }

  it("stops a gzip bomb at the limit, after a fraction of its bytes", async () => {
    // Each chunk is a gzip member that expands to 16 MiB; all together would be about 60 GiB.
    const member = zlib.gzipSync(Buffer.alloc(16 * 1024 * 1024));
    const server = await endlessServer(member, { "Content-Encoding": "gzip" });
    expect((await failure(server.get(`${site}/`, { maxBytes: 1024 * 1024 }))).kind).toBe("too_large");
    // The rest fits the sockets' buffers of both ends.
    expect(await server.sent).toBeLessThan(16 * 1024 * 1024);
  });

  it("stops an endless chunked response at the limit", async () => {
    const server = await endlessServer(Buffer.alloc(64 * 1024, "x"), {});
    expect((await failure(server.get(`${site}/`))).kind).toBe("too_large");
    expect(await server.sent).toBeLessThan(16 * 1024 * 1024);
  });

  it("stops reading when the caller has enough, and closes the connection", async () => {
    for (const encode of [null, zlib.gzipSync]) {
      const closed = Promise.withResolvers<void>();
      const head = Buffer.from(`<head><title>Deck</title></head>${"<p>".repeat(2000)}`);
      const server = await webServer((req, res) => {
        req.socket.on("close", () => closed.resolve());
        res.writeHead(200, encode === null ? { "Content-Length": 10_000_000 } : { "Content-Encoding": "gzip" });
        res.write(encode === null ? head : encode(head));
      });
      const seen: number[] = [];
      const response = await server.get(`${site}/`, {
        stopReading: (decoded) => {
          seen.push(decoded.length);
          return decoded.includes("</head>");
        },
      });
      expect(response.truncated).toBe(true);
      expect(response.body.toString()).toContain("</head>");
      expect(seen.at(-1)).toBe(response.body.length);
      await closed.promise;
    }
  });

  it("does not read a body whose head is enough, and closes the connection", async () => {
    const closed = Promise.withResolvers<void>();
    const server = await webServer((req, res) => {
      req.socket.on("close", () => closed.resolve());
      res.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip", "X-Enough": "yes" });
      res.write("??");
    });
    const response = await server.get(`${site}/`, {
      skipBody: ({ url, status, headers }) => `${url.href} ${status} ${headers["x-enough"]}` === `${site}/ 200 yes`,
    });
    expect(response).toMatchObject({ status: 200, mediaType: "text/html", charset: "utf-8", truncated: true });
    expect(response.body).toHaveLength(0);
    await closed.promise;
    expect((await failure(server.get(`${site}/`, { skipBody: () => false }))).kind).toBe("undecodable_body");
  });

  it("keeps the limit while waiting for the caller to have enough", async () => {
    const server = await endlessServer(Buffer.alloc(1024, "x"), {});
    const stopReading = () => false;
    expect((await failure(server.get(`${site}/`, { stopReading }))).kind).toBe("too_large");
  });

  it("passes on errors of the caller's functions", async () => {
    const server = await webServer((_req, res) => res.write("x"));
    const stopReading = () => {
      throw new RangeError("mine");
    };
    await expect(server.get(`${site}/`, { stopReading })).rejects.toThrow(RangeError);
  });
});
