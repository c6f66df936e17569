import { getEventListeners, once } from "node:events";
import net from "node:net";
import zlib from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { deadlineSignal, runBeforeDeadline } from "../../../lambdas/shared/deadline.ts";
import type { DialTarget } from "../../../lambdas/shared/outbound/exchange.ts";
import { createOutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { failure, fetchTo, listening, rawServer, serversOfEachTest, site, webServer } from "./outbound-servers.ts";

serversOfEachTest();

describe("deadline", () => {
  const short = { timeoutMs: 150 };

  it("covers the lookup", async () => {
    const fetch = createOutboundFetch({ lookup: () => new Promise(() => undefined) });
    const error = await failure(fetch({ url: `${site}/?geheim`, ...short, maxBytes: 1 }));
    expect(error).toMatchObject({ kind: "timeout", transient: true });
    expect(error.message).toBe(`timeout: ${site}/ took more than 150 ms`);
  });

  it("makes no connection after it, even if the lookup ends then", async () => {
    const answered = Promise.withResolvers<readonly string[]>();
    const dialled: DialTarget[] = [];
    const dial = (target: DialTarget) => {
      dialled.push(target);
      return target;
    };
    const fetch = createOutboundFetch({ lookup: () => answered.promise, dial });
    expect((await failure(fetch({ url: `${site}/`, ...short, maxBytes: 1 }))).kind).toBe("timeout");
    answered.resolve(["127.0.0.1"]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(dialled).toEqual([]);
  });

  it("has passed for work that an invocation has left behind", async () => {
    const server = await webServer((_req, res) => res.end());
    const end = Promise.withResolvers<void>();
    const { left } = await runBeforeDeadline(undefined, () => ({
      left: end.promise.then(() => server.get(`${site}/`)),
    }));
    end.resolve();
    expect(await failure(left)).toMatchObject({ message: `timeout: ${site}/ took longer than the invocation has` });
    expect(server.connections()).toBe(0);
  });

  it("leaves no listener behind in the invocation", async () => {
    const server = await webServer((_req, res) => res.end());
    const [before, after] = await runBeforeDeadline(undefined, async () => {
      const listeners = () => getEventListeners(deadlineSignal() ?? new EventTarget(), "abort").length;
      const before = listeners();
      await server.get(`${site}/`);
      return [before, listeners()];
    });
    expect(after).toBe(before);
  });

  it("covers the wait for headers, and closes the connection", async () => {
    const closed = Promise.withResolvers<void>();
    const server = await webServer((req) => req.socket.on("close", () => closed.resolve()));
    expect((await failure(server.get(`${site}/`, short))).kind).toBe("timeout");
    await closed.promise;
  });

  it("covers a body that stalls, and closes the connection", async () => {
    const closed = Promise.withResolvers<void>();
    const server = await webServer((req, res) => {
      req.socket.on("close", () => closed.resolve());
      res.write("begin");
    });
    expect((await failure(server.get(`${site}/`, short))).kind).toBe("timeout");
    await closed.promise;
  });

  it("covers a body that arrives slowly: bytes do not extend it", async () => {
    const server = await webServer((_req, res) => {
      const timer = setInterval(() => res.write("."), 10);
      res.on("close", () => clearInterval(timer));
    });
    expect((await failure(server.get(`${site}/`, short))).kind).toBe("timeout");
  });

  it("is one for all redirects", async () => {
    const server = await webServer((_req, res) => {
      const timer = setTimeout(() => res.writeHead(302, { Location: "/" }).end(), 60);
      res.on("close", () => clearTimeout(timer));
    });
    expect((await failure(server.get(`${site}/`, short))).kind).toBe("timeout");
  });

  it("leaves no timer behind", async () => {
    const server = await webServer((_req, res) => res.end());
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    const started = vi.spyOn(globalThis, "setTimeout");
    await server.get(`${site}/`, { timeoutMs: 4321 });
    const index = started.mock.calls.findIndex(([, delay]) => delay === 4321);
    const timer = started.mock.results[index]?.value;
    expect(timer.hasRef()).toBe(false);
    expect(cleared).toHaveBeenCalledWith(timer);
  });
});

describe("connections that fail", () => {
  it("reports a refused connection", async () => {
    const server = net.createServer();
    const { port } = await listening(server);
    server.close();
    await once(server, "close");
    const error = await failure(fetchTo(port).get(`${site}/`));
    expect(error).toMatchObject({ kind: "network", transient: true, cause: { code: "ECONNREFUSED" } });
  });

  it.each<[string, string | Buffer]>([
    ["nothing", ""],
    ["half a header", "HTTP/1.1 200 OK\r\nContent-"],
    ["less than the declared length", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"],
    ["an unfinished chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nshort"],
    ["chunks without an end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n"],
    [
      "the head of a gzip stream without a length",
      Buffer.concat([
        Buffer.from("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"),
        zlib.gzipSync("cut").subarray(0, 10),
      ]),
    ],
    ["bytes that are not HTTP", "220 mail.example ESMTP\r\n"],
  ])("reports a connection cut after %s as a network failure", async (_label, bytes) => {
    const server = await rawServer(bytes, (socket) => socket.end());
    expect(await failure(server.get(`${site}/`))).toMatchObject({ kind: "network", transient: true });
  });

  it("reports a reset in the middle of the body as a network failure", async () => {
    const server = await rawServer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", (s) => s.resetAndDestroy());
    expect(await failure(server.get(`${site}/`))).toMatchObject({ kind: "network", transient: true });
  });

  const upgrade = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n";
  it.each([
    ["changes the protocol", upgrade, "change of protocol by"],
    ["answers 101 without a header", "HTTP/1.1 101 Switching Protocols\r\n\r\n", "change of protocol by"],
    [
      "sends endless interim responses",
      "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".repeat(6),
      "no answer but hints of",
    ],
  ])("ends at once with a server that %s, and closes the connection", async (_what, bytes, why) => {
    const closed = Promise.withResolvers<void>();
    const server = await rawServer(bytes, (socket) => socket.on("close", () => closed.resolve()));
    const error = await failure(server.get(`${site}/?geheim`, { timeoutMs: 60_000 }));
    const messages = [error, error.cause].map((one) => (one instanceof Error ? one.message : "")).join();
    expect(messages).toContain(`${why} ${site}/`);
    expect(messages).not.toContain("geheim");
    expect(error.kind).toBe("network");
    await closed.promise;
  });

  it("ignores a few interim responses before the response", async () => {
    const hint = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n";
    const server = await rawServer(`${hint.repeat(5)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`, () => undefined);
    expect((await server.get(`${site}/`)).body.toString()).toBe("ok");
  });

  it("limits the headers", async () => {
    const server = await rawServer(`HTTP/1.1 200 OK\r\nX-Big: ${"x".repeat(40_000)}\r\n\r\n`, (socket) => socket.end());
    expect(await failure(server.get(`${site}/`))).toMatchObject({ kind: "too_large", transient: false });
  });
});
