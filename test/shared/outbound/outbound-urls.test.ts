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

describe("the resolver", () => {
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
    ["http://pages.example:80/a?b=c", 80],
    ["http://pages.example./", 80],
    ["http://日本語.example/", 80],
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

  it("reads Retry-After by the site's own date", async () => {
    const headers = { "Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", Date: "Sun, 06 Nov 1994 08:49:07 GMT" };
    const server = await webServer((_req, res) => res.writeHead(429, headers).end());
    expect((await server.get(`${site}/`)).retryAfterSeconds).toBe(30);
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
});
