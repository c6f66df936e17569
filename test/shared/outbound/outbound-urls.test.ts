import dns from "node:dns";
import net from "node:net";
import { describe, expect, it, vi } from "vitest";
import { outboundFetch, USER_AGENT } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { socketError } from "../../emulators/socket-errors.ts";
import {
  failure,
  fetchTo,
  listening,
  publicAddress,
  rawServer,
  serversOfEachTest,
  site,
  webServer,
} from "./outbound-servers.ts";

serversOfEachTest();

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
