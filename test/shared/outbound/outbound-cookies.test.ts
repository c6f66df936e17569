import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { FetchCookies } from "../../../lambdas/shared/outbound/fetch-cookies.ts";
import { serversOfEachTest, site, webServer } from "./outbound-servers.ts";

serversOfEachTest();

const SET_AT = "https://www.shop.example/tea/green";

/** The cookies that a page sets, as another one gets them. */
function sent(lines: readonly string[], to = SET_AT, from = SET_AT): string {
  const cookies = new FetchCookies();
  cookies.take(lines, new URL(from));
  return cookies.header(new URL(to));
}

describe("the cookies of a fetch", () => {
  it.each<[string, string[], string]>([
    ["a name and a value", ["a=1"], "a=1"],
    ["several", ["a=1", "b=2; HttpOnly; SameSite=Lax"], "a=1; b=2"],
    ["a value with equals signs, and quotes", ['a="1=2="'], 'a="1=2="'],
    ["spaces around", ["  a  =  1 ; Path = / "], "a=1"],
    ["an empty value", ["a="], "a="],
    ["a later value", ["a=1", "a=2"], "a=2"],
    ["a deletion by age", ["a=1", "a=; Max-Age=0"], ""],
    ["a deletion by date", ["a=1", "a=; expires=Thu, 01-Jan-1970 00:00:10 GMT"], ""],
    ["an age before a date", ["a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:10 GMT"], "a=1"],
    ["a longer path first", ["a=1; Path=/", "b=2; Path=/tea/green"], "b=2; a=1"],
    ["letters of another encoding", ["a=\u00e9"], "a=\u00e9"],
    ["no name", ["=1", "", ";", "a"], ""],
    ["a character that would write into the request", ["a=1\r\nX: y", "b=\u0001", "c\0=1", "d=2\u007f"], ""],
    ["a name beyond Latin-1", ["\u8336=1"], ""],
  ])("are kept as a browser keeps them: %s", (_what, lines, header) => {
    expect(sent(lines)).toBe(header);
  });

  it.each<[string, string, string, string]>([
    ["other host", "a=1", "https://other.example/", ""],
    ["other host below the domain", "a=1", "https://img.shop.example/", ""],
    ["host that ends alike", "a=1", "https://evilwww.shop.example/", ""],
    ["the domain", "a=1; Domain=.Shop.example; Path=/", "https://shop.example/", "a=1"],
    ["its www", "a=1; Domain=shop.example; Path=/", "https://www.shop.example/", "a=1"],
    ["another host of a domain", "a=1; Domain=shop.example; Path=/", "https://evil.shop.example/", ""],
    ["another host of a public suffix", "a=1; Domain=example; Path=/", "https://other.example/", ""],
    ["a domain that is not its own", "a=1; Domain=other.example; Path=/", "https://other.example/", ""],
    ["a domain below its own", "a=1; Domain=a.www.shop.example; Path=/", "https://a.www.shop.example/", ""],
    ["the same directory", "a=1", "https://www.shop.example/tea/black?x", "a=1"],
    ["another directory", "a=1", "https://www.shop.example/coffee", ""],
    ["a directory that begins alike", "a=1; Path=/tea", "https://www.shop.example/teapots", ""],
    ["plain http", "a=1; Path=/", "http://www.shop.example/", "a=1"],
    ["plain http, if secure", "a=1; Path=/; Secure", "http://www.shop.example/", ""],
    ["another port", "a=1; Path=/", "https://www.shop.example:8443/", "a=1"],
  ])("are sent by host, path and scheme: %s", (_where, line, to, header) => {
    expect(sent([line], to)).toBe(header);
  });

  it("accept no secure cookie from plain http", () => {
    expect(sent(["a=1; Secure; Path=/"], SET_AT, "http://www.shop.example/")).toBe("");
  });

  it("are limited in number, and their header in length", () => {
    const many = Array.from({ length: 500 }, (_, index) => `n${index}=${"x".repeat(300)}`);
    const header = sent([...many, `long=${"x".repeat(5_000)}`]);
    expect(header.length).toBeLessThanOrEqual(8_192);
    expect(header.split("; ")[0]).toMatch(/^n450=/);
  });
});

describe("a site that sets a cookie", () => {
  const cookieCheck = () =>
    webServer((req, res) => {
      if (req.headers.cookie?.includes("sid=1")) res.end(`page for ${req.headers.cookie}`);
      else res.writeHead(302, { "Set-Cookie": "sid=1; Path=/", Location: "/x?cookieSet=1" }).end();
    });

  it("gets it back in the same fetch, and not in the next one", async () => {
    const server = await cookieCheck();
    for (const _fetch of [1, 2]) expect((await server.get(`${site}/x`)).body.toString()).toBe("page for sid=1");
    const cookies = server.requests.map(({ headers }: IncomingMessage) => headers.cookie);
    expect(cookies).toEqual([undefined, "sid=1", undefined, "sid=1"]);
  });

  it("gets it back at the very same address", async () => {
    const server = await webServer((req, res) => {
      if (req.headers.cookie === "seen=yes") res.end("page");
      else res.writeHead(307, { "Set-Cookie": "seen=yes", Location: "/x" }).end();
    });
    expect((await server.get(`${site}/x`)).body.toString()).toBe("page");
  });

  it("gets it before the caller's own cookies, which no other origin gets", async () => {
    const server = await webServer((req, res) => {
      if (req.url === "/a") res.writeHead(302, { "Set-Cookie": "s=1; Path=/", Location: "/b" }).end();
      else if (req.url === "/b") res.writeHead(302, { Location: "http://other.example/c" }).end();
      else res.end();
    });
    await server.get(`${site}/a`, { headers: { Cookie: "own=2" } });
    expect(server.requests.map(({ headers }) => headers.cookie)).toEqual(["own=2", "s=1; own=2", undefined]);
  });
});
