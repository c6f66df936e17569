import dns from "node:dns";
import { getEventListeners, once } from "node:events";
import type { IncomingMessage, RequestListener } from "node:http";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import net from "node:net";
import { PassThrough } from "node:stream";
import zlib from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { beforeDeadline, deadlineSignal } from "../../../lambdas/shared/deadline.ts";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { DialTarget, OutboundRequest, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { createOutboundFetch, outboundFetch, USER_AGENT } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { socketError } from "../../emulators/socket-errors.ts";

const publicAddress = "93.184.215.14";
const site = "http://pages.example";

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  vi.restoreAllMocks();
});

async function listening(server: net.Server): Promise<{ port: number; connections: () => number }> {
  const sockets = new Set<Socket>();
  let count = 0;
  server.on("connection", (socket: Socket) => {
    count += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => count };
}

/** A fetch with the real checks whose allowed connections all end at one loopback server. */
function fetchTo(port: number, answers: (hostname: string) => readonly string[] = () => [publicAddress]) {
  const lookups: string[] = [];
  const dialled: DialTarget[] = [];
  const fetch = createOutboundFetch({
    lookup: async (hostname) => {
      lookups.push(hostname);
      return answers(hostname);
    },
    dial: (target) => {
      dialled.push(target);
      return { addresses: ["127.0.0.1"], port };
    },
  });
  const get = (url: string, rest: Partial<OutboundRequest> = {}): Promise<OutboundResponse> =>
    fetch({ url, timeoutMs: 5000, maxBytes: 100_000, ...rest });
  return { get, lookups, dialled };
}

async function webServer(listener: RequestListener, answers?: (hostname: string) => readonly string[]) {
  const requests: IncomingMessage[] = [];
  const server = http.createServer((req, res) => {
    requests.push(req);
    res.on("error", () => undefined);
    listener(req, res);
  });
  const { port, connections } = await listening(server);
  return { ...fetchTo(port, answers), requests, connections };
}

/** A server that answers every connection with the given bytes and then calls `after`. */
async function rawServer(bytes: string | Buffer, after: (socket: Socket) => void) {
  const server = net.createServer((socket) => {
    socket.once("data", () => socket.write(bytes, () => after(socket)));
  });
  const { port } = await listening(server);
  return fetchTo(port);
}

async function failure(promise: Promise<unknown>): Promise<OutboundError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutboundError)) throw new Error("not an OutboundError", { cause: error });
  return error;
}

const hostileUrls: readonly (readonly [url: string, kind: string])[] = [
  // Schemes
  ["file:///etc/passwd", "unsupported_scheme"],
  ["data:text/html,hello", "unsupported_scheme"],
  ["ftp://pages.example/", "unsupported_scheme"],
  ["gopher://127.0.0.1:80/", "unsupported_scheme"],
  ["javascript:alert(1)", "unsupported_scheme"],
  ["blob:http://pages.example/1", "unsupported_scheme"],
  ["ws://pages.example/", "unsupported_scheme"],
  // Not URLs
  ["", "invalid_url"],
  ["pages.example", "invalid_url"],
  ["//pages.example/", "invalid_url"],
  ["http://", "invalid_url"],
  ["http://pages.example:99999/", "invalid_url"],
  ["http://256.256.256.256/", "invalid_url"],
  ["http://[::1", "invalid_url"],
  ["http://[fe80::1%25eth0]/", "invalid_url"],
  // Userinfo
  ["http://user:secret@pages.example/", "invalid_url"],
  ["http://pages.example@127.0.0.1/", "invalid_url"],
  ["http://:secret@pages.example/", "invalid_url"],
  // Ports
  ["http://pages.example:0/", "blocked_address"],
  ["http://pages.example:22/", "blocked_address"],
  ["http://pages.example:443/", "blocked_address"],
  ["https://pages.example:80/", "blocked_address"],
  ["http://pages.example:2000/", "blocked_address"],
  ["http://pages.example:2773/", "blocked_address"],
  ["http://pages.example:9001/2018-06-01/runtime/invocation/next", "blocked_address"],
  // IPv4 in all spellings
  ["http://127.0.0.1/", "blocked_address"],
  ["http://127.0.0.1:8080/", "blocked_address"],
  ["http://127.1/", "blocked_address"],
  ["http://127.0.1/", "blocked_address"],
  ["http://2130706433/", "blocked_address"],
  ["http://0x7f000001/", "blocked_address"],
  ["http://0x7f.0.0.1/", "blocked_address"],
  ["http://0177.0.0.1/", "blocked_address"],
  ["http://017700000001/", "blocked_address"],
  ["http://127.0.0.1./", "blocked_address"],
  ["http://%31%32%37.0.0.1/", "blocked_address"],
  ["http://１２７.０.０.１/", "blocked_address"],
  ["http://①②⑦.⓪.⓪.①/", "blocked_address"],
  ["http://127。0。0。1/", "blocked_address"],
  ["http://127.0.0.1\u00ad/", "blocked_address"],
  ["http://0/", "blocked_address"],
  ["http://0.0.0.0/", "blocked_address"],
  ["http://169.254.169.254/latest/meta-data/", "blocked_address"],
  ["http://0xa9fea9fe/", "blocked_address"],
  ["http://169.254.79.129/", "blocked_address"],
  ["http://10.0.0.1/", "blocked_address"],
  ["http://172.16.0.1/", "blocked_address"],
  ["http://192.168.1.1/", "blocked_address"],
  ["http://100.100.100.200/", "blocked_address"],
  ["http://168.63.129.16/", "blocked_address"],
  ["http://224.0.0.1/", "blocked_address"],
  ["http://255.255.255.255/", "blocked_address"],
  ["http:\\\\127.0.0.1\\", "blocked_address"],
  ["http:127.0.0.1/", "blocked_address"],
  ["ht\ntp://127.0.0.1/", "blocked_address"],
  ["http://127.0.0.1:80\\@pages.example/", "blocked_address"],
  // IPv6, with and without embedded IPv4
  ["http://[::]/", "blocked_address"],
  ["http://[::1]/", "blocked_address"],
  ["http://[0:0:0:0:0:0:0:1]/", "blocked_address"],
  ["http://[::ffff:127.0.0.1]/", "blocked_address"],
  ["http://[::ffff:7f00:1]/", "blocked_address"],
  ["http://[::7f00:1]/", "blocked_address"],
  ["http://[::ffff:0:127.0.0.1]/", "blocked_address"],
  ["http://[64:ff9b::169.254.169.254]/", "blocked_address"],
  ["http://[64:ff9b:1::1]/", "blocked_address"],
  ["http://[2002:7f00:1::]/", "blocked_address"],
  ["http://[2001:0:7f00:1::]/", "blocked_address"],
  ["http://[2001:db8::1]/", "blocked_address"],
  ["http://[fc00::1]/", "blocked_address"],
  ["http://[fd00:ec2::254]/", "blocked_address"],
  ["http://[fe80::1]/", "blocked_address"],
  ["http://[fec0::1]/", "blocked_address"],
  ["http://[ff02::1]/", "blocked_address"],
  ["http://[4000::1]/", "blocked_address"],
  // Names
  ["http://localhost/", "blocked_address"],
  ["http://LOCALHOST/", "blocked_address"],
  ["http://localhost./", "blocked_address"],
  ["http://ｌｏｃａｌｈｏｓｔ/", "blocked_address"],
  ["http://local\u200bhost/", "blocked_address"],
  ["http://a.localhost/", "blocked_address"],
  ["http://router/", "blocked_address"],
  ["http://metadata.google.internal/", "blocked_address"],
  ["http://printer.local/", "blocked_address"],
  ["http://localhost.localdomain/", "blocked_address"],
  ["http://nas.home.arpa/", "blocked_address"],
  ["http://abc.onion/", "blocked_address"],
];

describe("URLs that must not be fetched", () => {
  it.each(hostileUrls)("refuses %j as %s without a lookup or a connection", async (url, kind) => {
    const server = await webServer((_req, res) => res.end("reached"));
    const error = await failure(server.get(url));
    expect(error).toMatchObject({ kind, transient: false });
    expect(server.lookups).toEqual([]);
    expect(server.dialled).toEqual([]);
    expect(server.connections()).toBe(0);
  });

  it.each([
    ["loopback", ["127.0.0.1"]],
    ["private", ["10.0.0.1"]],
    ["loopback IPv6", ["::1"]],
    ["mapped IPv4", ["::ffff:127.0.0.1"]],
    ["link-local with a zone", ["fe80::1%eth0"]],
    ["public first, then private", [publicAddress, "127.0.0.1"]],
    ["private first, then public", ["169.254.169.254", publicAddress]],
    ["public IPv4, private IPv6", [publicAddress, "fd00::1"]],
    ["nonsense", ["localhost"]],
  ])("refuses a name whose address is %s", async (_label, answers) => {
    const server = await webServer(
      (_req, res) => res.end("reached"),
      () => answers,
    );
    for (const url of ["http://127.0.0.1.nip.io/", "http://rebind.example./", "https://pages.example:8443/"]) {
      expect(await failure(server.get(url))).toMatchObject({ kind: "blocked_address", transient: false });
    }
    expect(server.lookups).toHaveLength(3);
    expect(server.connections()).toBe(0);
  });

  it("uses the first address only, and resolves once per hop", async () => {
    const answers = [[publicAddress, "2606:4700:4700::1111"], ["127.0.0.1"]];
    const server = await webServer(
      (_req, res) => res.end("first"),
      () => answers.shift() ?? [],
    );
    const response = await server.get(`${site}/`);
    expect(response.body.toString()).toBe("first");
    expect(server.lookups).toEqual(["pages.example"]);
    expect(server.dialled).toEqual([{ addresses: [publicAddress, "2606:4700:4700::1111"], port: 80 }]);
    expect(await failure(server.get(`${site}/`))).toMatchObject({ kind: "blocked_address" });
    expect(server.connections()).toBe(1);
  });

  it("never asks the system resolver for a name that it has checked", async () => {
    const server = await webServer((_req, res) => res.end("ok"));
    const system = vi.spyOn(dns, "lookup");
    await server.get(`${site}/`);
    expect(system).not.toHaveBeenCalled();
  });

  it("asks the resolver in place at call time for all addresses", async () => {
    const system = vi.spyOn(dns, "lookup").mockImplementation(((...args: unknown[]) => {
      const [hostname, options, callback] = args as [
        string,
        dns.LookupAllOptions,
        (error: Error | null, answers: dns.LookupAddress[]) => void,
      ];
      expect([hostname, options.all]).toEqual(["pages.example", true]);
      callback(null, [
        { address: publicAddress, family: 4 },
        { address: "127.0.0.1", family: 4 },
      ]);
    }) as typeof dns.lookup);
    const error = await failure(outboundFetch({ url: `${site}/`, timeoutMs: 1000, maxBytes: 10 }));
    expect(error.kind).toBe("blocked_address");
    expect(system).toHaveBeenCalledTimes(1);
  });

  it("passes on why the resolver has failed", async () => {
    const cause = socketError("notFound");
    vi.spyOn(dns, "lookup").mockImplementation(((...args: unknown[]) => {
      (args.at(-1) as (error: Error) => void)(cause);
    }) as typeof dns.lookup);
    const error = await failure(outboundFetch({ url: `${site}/`, timeoutMs: 1000, maxBytes: 10 }));
    expect(error).toMatchObject({ kind: "name_not_resolved", cause });
  });

  it.each(["notFound", "tryAgain"] as const)("reports a failed lookup (%s) as transient", async (kind) => {
    const cause = socketError(kind);
    const server = await webServer(
      (_req, res) => res.end(),
      () => {
        throw cause;
      },
    );
    expect(await failure(server.get(`${site}/`))).toMatchObject({ kind: "name_not_resolved", transient: true, cause });
  });

  it("reports a lookup without addresses as unresolved", async () => {
    const server = await webServer(
      (_req, res) => res.end(),
      () => [],
    );
    expect((await failure(server.get(`${site}/`))).kind).toBe("name_not_resolved");
  });

  it("has neither query nor userinfo in messages", async () => {
    const server = await webServer((req) => req.socket.destroy());
    for (const url of ["http://me:geheim@pages.example/?geheim", `${site}/?geheim#geheim`, "http://10.0.0.1/?geheim"]) {
      expect((await failure(server.get(url))).message).not.toContain("geheim");
    }
    const invalid = await failure(server.get("http://[?geheim"));
    expect(JSON.stringify([invalid.message, invalid.cause])).not.toContain("geheim");
  });
});

describe("URLs that may be fetched", () => {
  it.each([
    [`${site}/`, 80],
    ["http://pages.example:80/a?b=c", 80],
    ["http://pages.example:8080/", 8080],
    ["http://pages.example:8443/", 8443],
    ["http://pages.example./", 80],
    ["http://pages.test/", 80],
    ["HTTP://PAGES.EXAMPLE/", 80],
    ["http://日本語.example/", 80],
    ["http://localhost.example/", 80],
    ["http://pages.example\\@127.0.0.1/", 80],
    ["http://127.0.0.1.pages.example/", 80],
    ["http://pages.example/http://127.0.0.1/", 80],
    ["http://1.1.1.1/", 80],
    ["http://0x08080808/", 80],
    ["http://[2606:4700:4700::1111]:8080/", 8080],
  ])("reaches %s", async (url, port) => {
    const server = await webServer((_req, res) => res.end("reached"));
    const response = await server.get(url);
    expect(response.body.toString()).toBe("reached");
    expect(server.dialled.map((target) => target.port)).toEqual([port]);
    expect(server.requests[0]?.headers.host).toBe(new URL(url).host.replace(/\.$/, ""));
    expect(server.requests[0]?.url).toBe(new URL(url).pathname + new URL(url).search);
  });

  it.each([
    ["https://pages.example/", 443, "pages.example"],
    ["https://pages.example.:8443/", 8443, "pages.example"],
    ["https://1.1.1.1/", 443, null],
  ])("uses TLS with %s and sends the server name", async (url, port, serverName) => {
    const hellos: Buffer[] = [];
    const server = net.createServer((socket) => {
      socket.once("data", (hello: Buffer) => {
        hellos.push(hello);
        socket.destroy();
      });
    });
    const { get, dialled } = fetchTo((await listening(server)).port);
    expect(await failure(get(url))).toMatchObject({ kind: "network", transient: true });
    expect(dialled.map((target) => target.port)).toEqual([port]);
    // 0x16 is a TLS handshake record (RFC 8446, 5.1).
    expect(hellos[0]?.[0]).toBe(0x16);
    if (serverName !== null) expect(hellos[0]?.includes(serverName)).toBe(true);
    expect(hellos[0]?.includes("example.\u0000")).toBe(false);
  });

  it("sends its own default headers, lets the caller override them, and decides the framing itself", async () => {
    const server = await webServer((_req, res) => res.end());
    await server.get(`${site}/`);
    await server.get(`${site}/`, { headers: { "User-Agent": "other", Host: "evil.example", Accept: "text/html" } });
    expect(server.requests[0]?.headers).toEqual({
      accept: "*/*",
      "accept-encoding": "gzip, deflate, br",
      connection: "close",
      host: "pages.example",
      "user-agent": USER_AGENT,
    });
    expect(server.requests[1]?.headers).toMatchObject({
      "user-agent": "other",
      host: "pages.example",
      accept: "text/html",
    });
  });

  it("returns status, headers, media type and body of any response", async () => {
    const server = await webServer((_req, res) => {
      res.writeHead(404, {
        "Content-Type": "Text/HTML; charset=Shift_JIS",
        "X-Two": ["a", "b"],
        "Set-Cookie": ["c=1", "d=2"],
      });
      res.end("none");
    });
    const response = await server.get(`${site}/x#part`);
    expect(response).toMatchObject({
      status: 404,
      headers: { "content-type": "Text/HTML; charset=Shift_JIS", "x-two": "a, b", "set-cookie": "c=1, d=2" },
      mediaType: "text/html",
      charset: "shift_jis",
      location: null,
      retryAfterSeconds: null,
      body: Buffer.from("none"),
      truncated: false,
    });
    expect(response.url.href).toBe(`${site}/x#part`);
  });

  it.each([
    ["120", 120],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 30],
    ["-1", null],
    ["soon", null],
  ])("reads Retry-After %s", async (value, seconds) => {
    const server = await webServer((_req, res) => {
      res.writeHead(429, { "Retry-After": value, Date: "Sun, 06 Nov 1994 08:49:07 GMT" });
      res.end();
    });
    expect((await server.get(`${site}/`)).retryAfterSeconds).toBe(seconds);
  });

  it("posts a body with its length", async () => {
    const bodies: string[] = [];
    const server = await webServer((req, res) => {
      req.setEncoding("utf8");
      req.on("data", (text: string) => bodies.push(text));
      req.on("end", () => res.end());
    });
    await server.get(`${site}/`, { method: "POST", body: "grüße" });
    expect(bodies.join("")).toBe("grüße");
    expect(server.requests[0]?.headers["content-length"]).toBe("7");
  });

  it.each([
    ["HEAD", 200],
    ["GET", 204],
    ["GET", 304],
  ] as const)("reads no body of %s and %i, whatever length is declared", async (method, status) => {
    const server = await rawServer(`HTTP/1.1 ${status} X\r\nContent-Length: 1000000\r\n\r\n`, () => undefined);
    const skipBody = () => true;
    expect(await server.get(`${site}/`, { method, skipBody })).toMatchObject({ status, truncated: false });
    expect((await server.get(`${site}/`, { method })).body).toHaveLength(0);
  });

  it("returns an empty body for HEAD and 204", async () => {
    const server = await webServer((req, res) => {
      res.writeHead(req.method === "HEAD" ? 200 : 204, { "Content-Encoding": "gzip" });
      res.end();
    });
    expect((await server.get(`${site}/`, { method: "HEAD" })).body).toHaveLength(0);
    expect((await server.get(`${site}/`)).body).toHaveLength(0);
  });
});

describe("redirects", () => {
  const redirecting = (map: Record<string, string>, status = 302) =>
    webServer((req, res) => {
      const location = map[`http://${req.headers.host}${req.url}`];
      if (location === undefined) res.end(`${req.method} ${req.url}`);
      else res.writeHead(status, { Location: location }).end("moved");
    });

  it.each([301, 302, 303, 307, 308])("follows %i and resolves a relative Location", async (status) => {
    const server = await redirecting({ [`${site}/a/b`]: "../c?d", [`${site}/c?d`]: "//other.example/e" }, status);
    const response = await server.get(`${site}/a/b#part`);
    expect(response.url.href).toBe("http://other.example/e#part");
    expect(response.body.toString()).toBe("GET /e");
    expect(server.lookups).toEqual(["pages.example", "pages.example", "other.example"]);
  });

  it("reads raw UTF-8 in a Location", async () => {
    const location = Buffer.from("/ü").toString("latin1");
    const server = await rawServer(
      Buffer.from(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`, "latin1"),
      (socket) => socket.end(),
    );
    const response = await server.get(`${site}/`, { followRedirect: () => false });
    expect(response.location?.pathname).toBe("/%C3%BC");
  });

  it.each([
    ["http://169.254.169.254/latest/", "blocked_address"],
    ["//127.0.0.1/", "blocked_address"],
    ["http://2130706433/", "blocked_address"],
    ["http://[::1]/", "blocked_address"],
    ["http://localhost/", "blocked_address"],
    ["http://pages.example:9001/", "blocked_address"],
    ["http://me@pages.example/", "invalid_url"],
    ["http://[", "invalid_url"],
    ["file:///etc/passwd", "unsupported_scheme"],
    ["data:text/plain,x", "unsupported_scheme"],
  ])("refuses a second hop to %s", async (location, kind) => {
    const server = await redirecting({ [`${site}/`]: location });
    expect((await failure(server.get(`${site}/`))).kind).toBe(kind);
    expect(server.connections()).toBe(1);
  });

  it("refuses a second hop to a name with a private address, even if the first hop had the same name", async () => {
    const answers = [[publicAddress], ["10.0.0.1"]];
    const server = await webServer(
      (_req, res) => res.writeHead(302, { Location: "/again" }).end(),
      () => answers.shift() ?? [],
    );
    expect((await failure(server.get(`${site}/`))).kind).toBe("blocked_address");
    expect(server.connections()).toBe(1);
  });

  it("gives up on loops after the allowed number", async () => {
    const server = await redirecting({ [`${site}/a?geheim`]: "/b", [`${site}/a`]: "/b", [`${site}/b`]: "/a" });
    expect(await failure(server.get(`${site}/a?geheim`))).toMatchObject({
      message: `too_many_redirects: more than 5 from ${site}/a`,
      transient: false,
    });
    expect(server.connections()).toBe(6);
    expect((await failure(server.get(`${site}/a`, { maxRedirects: 0 }))).kind).toBe("too_many_redirects");
    expect(server.connections()).toBe(7);
  });

  it("returns a redirect that the caller refuses", async () => {
    const server = await redirecting({ [`${site}/a`]: "/b", [`${site}/b`]: "https://other.example/login" });
    const requested: string[] = [];
    const response = await server.get(`${site}/a`, {
      followRedirect: (target) => {
        requested.push(target.href);
        return target.hostname === "pages.example";
      },
    });
    expect(response).toMatchObject({ status: 302, body: Buffer.from("moved") });
    expect(response.url.href).toBe(`${site}/b`);
    expect(response.location?.href).toBe("https://other.example/login");
    expect(requested).toEqual([`${site}/b`, "https://other.example/login"]);
    expect(server.lookups).toEqual(["pages.example", "pages.example"]);
  });

  it.each([301, 302, 303, 307, 308])("passes the status of the redirect to the caller: %i", async (status) => {
    const server = await redirecting({ [`${site}/a`]: "/b" }, status);
    const requested: number[] = [];
    const followRedirect = (_target: URL, by: number) => requested.push(by) > 0;
    expect((await server.get(`${site}/a`, { followRedirect })).url.href).toBe(`${site}/b`);
    expect(requested).toEqual([status]);
  });

  it("does not let the callback change the checked target", async () => {
    const server = await redirecting({ [`${site}/a`]: "/b" });
    const response = await server.get(`${site}/a`, {
      followRedirect: (target) => {
        target.hostname = "127.0.0.1";
        return true;
      },
    });
    expect(response.url.href).toBe(`${site}/b`);
  });

  it("returns 3xx without Location, and Location without 3xx, as responses", async () => {
    const bare = await webServer((_req, res) => res.writeHead(302).end("bare"));
    expect(await bare.get(`${site}/`)).toMatchObject({ status: 302, location: null });
    const created = await webServer((_req, res) => res.writeHead(201, { Location: "/new" }).end());
    expect(await created.get(`${site}/`)).toMatchObject({ status: 201, location: null });
  });

  it.each([
    [301, "GET"],
    [302, "GET"],
    [303, "GET"],
    [307, "POST"],
    [308, "POST"],
  ])("repeats a POST after %i as %s", async (status, method) => {
    const server = await redirecting({ [`${site}/a`]: "/b" }, status);
    const response = await server.get(`${site}/a`, {
      method: "POST",
      body: "x=1",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: "s=1" },
    });
    expect(response.body.toString()).toBe(`${method} /b`);
    const sent = server.requests[1]?.headers;
    const kept = method === "POST";
    expect(sent?.["content-type"]).toBe(kept ? "application/x-www-form-urlencoded" : undefined);
    expect(sent?.["content-length"]).toBe(kept ? "3" : undefined);
    expect(sent?.cookie).toBe("s=1");
  });

  it("keeps HEAD after 303", async () => {
    const server = await redirecting({ [`${site}/a`]: "/b" }, 303);
    await server.get(`${site}/a`, { method: "HEAD" });
    expect(server.requests.map((request) => request.method)).toEqual(["HEAD", "HEAD"]);
  });

  it("sends credentials to no other origin, nor back", async () => {
    const server = await redirecting({
      [`${site}/a`]: "/b",
      [`${site}/b`]: "http://pages.example:8080/c",
      "http://pages.example:8080/c": `${site}/d`,
    });
    await server.get(`${site}/a`, { headers: { AUTHORIZATION: "Bearer x", Cookie: "s=1", "X-Kept": "y" } });
    expect(server.requests.map(({ headers }) => [headers.authorization, headers.cookie, headers["x-kept"]])).toEqual([
      ["Bearer x", "s=1", "y"],
      ["Bearer x", "s=1", "y"],
      [undefined, undefined, "y"],
      [undefined, undefined, "y"],
    ]);
  });

  it("does not read the body of a redirect", async () => {
    const server = await webServer((req, res) => {
      if (req.url === "/a") res.writeHead(302, { Location: "/b" }).write("endless");
      else res.end("done");
    });
    expect((await server.get(`${site}/a`)).body.toString()).toBe("done");
  });
});

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
    const { left } = await beforeDeadline(undefined, () => ({ left: end.promise.then(() => server.get(`${site}/`)) }));
    end.resolve();
    expect(await failure(left)).toMatchObject({ message: `timeout: ${site}/ took longer than the invocation has` });
    expect(server.connections()).toBe(0);
  });

  it("leaves no listener behind in the invocation", async () => {
    const server = await webServer((_req, res) => res.end());
    const [before, after] = await beforeDeadline(undefined, async () => {
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

  it("covers a compressed body that stalls", async () => {
    const server = await webServer((_req, res) => {
      res.writeHead(200, { "Content-Encoding": "gzip" });
      res.write(zlib.gzipSync("x".repeat(10_000)).subarray(0, 20));
    });
    expect((await failure(server.get(`${site}/`, short))).kind).toBe("timeout");
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
    expect((await failure(server.get(`${site}/`, { ...short, maxRedirects: 1000 }))).kind).toBe("timeout");
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

  const gzipped = zlib.gzipSync(Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251)));

  it.each<[string, string | Buffer]>([
    ["nothing", ""],
    ["half a header", "HTTP/1.1 200 OK\r\nContent-"],
    ["less than the declared length", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"],
    ["an unfinished chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nshort"],
    ["chunks without an end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n"],
    [
      "half a gzip stream of declared length",
      Buffer.concat([
        Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${gzipped.length}\r\n\r\n`),
        gzipped.subarray(0, gzipped.length / 2),
      ]),
    ],
    [
      "half a gzip stream without a length",
      Buffer.concat([
        Buffer.from("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"),
        gzipped.subarray(0, gzipped.length / 2),
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
    ["an unknown coding", "zstd", Buffer.from("data")],
    ["several codings", "gzip, gzip", zlib.gzipSync(zlib.gzipSync("data"))],
    ["bytes that are not gzip", "gzip", Buffer.from("<html>not gzip</html>")],
    ["bytes that are not deflate", "deflate", Buffer.from("<html>not deflate</html>")],
    ["bytes that are not brotli", "br", Buffer.from("<html>not brotli</html>")],
    ["gzip cut before it was sent", "gzip", zlib.gzipSync(text).subarray(0, 40)],
  ])("rejects %s", async (_label, coding, bytes) => {
    const server = await webServer((_req, res) => {
      res.writeHead(200, { "Content-Encoding": coding, "Content-Length": bytes.length }).end(bytes);
    });
    expect(await failure(server.get(`${site}/`))).toMatchObject({ kind: "undecodable_body", transient: false });
  });

  it.each([
    ["gzip that ends too soon, in chunks", "Transfer-Encoding: chunked\r\n\r\n14\r\n", "\r\n0\r\n\r\n"],
    ["bytes that are not gzip, until the connection ends", "\r\nnot gzip, ", ""],
  ])("rejects %s", async (_label, before, after) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n${before}`;
    const bytes = [Buffer.from(head), zlib.gzipSync(text).subarray(0, 20), Buffer.from(after)];
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

  it("passes all bytes so far to the caller, across chunks", async () => {
    const server = await webServer(async (_req, res) => {
      for (const part of ["<he", "ad></he", "ad>", "<body>"]) await new Promise((resolve) => res.write(part, resolve));
    });
    const response = await server.get(`${site}/`, { stopReading: (decoded) => decoded.includes("</head>") });
    expect(response.body.toString()).toMatch(/^<head><\/head>/);
  });

  it("does not read a body whose head is enough, and closes the connection", async () => {
    const closed = Promise.withResolvers<void>();
    const server = await webServer((req, res) => {
      req.socket.on("close", () => closed.resolve());
      res.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "zz", "X-Enough": "yes" });
      res.write("?");
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
