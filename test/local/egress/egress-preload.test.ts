import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isPublicAddress } from "../../../lambdas/shared/outbound/public-address.ts";
import type { Answer, Close } from "./egress-thread.ts";
import { closers, startOrigin, startThread, text } from "./egress-thread.ts";

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

describe("with a map", () => {
  let first: Awaited<ReturnType<typeof startOrigin>>;
  let second: Awaited<ReturnType<typeof startOrigin>>;
  let thread: ReturnType<typeof startThread>;

  const own: Close[] = [];
  beforeAll(async () => {
    first = await startOrigin(undefined, own);
    second = await startOrigin(undefined, own);
    const map = { "speakerdeck.com": first.origin, "www.docswell.com": second.origin };
    thread = startThread({ map, passthrough: [] }, own);
  });
  beforeEach(() => {
    for (const { seen } of [first, second]) seen.length = 0;
  });
  afterAll(() => Promise.all(own.map((close) => close())));

  it("carries an https request to the plain origin with path, query and Host", async () => {
    const answer = await thread.run<Answer>("send", "https://speakerdeck.com/oembed.json?url=a%2Fb&x=1");
    expect(answer).toMatchObject({ status: 200, encrypted: true, authorized: true, remotePort: 443 });
    expect(text(answer)).toBe("the origin");
    expect(first.seen).toEqual([
      { method: "GET", url: "/oembed.json?url=a%2Fb&x=1", host: "speakerdeck.com", body: "" },
    ]);
  });

  it("carries a plain http request, also one to another port", async () => {
    await thread.run("send", "http://speakerdeck.com/a?b=c");
    await thread.run("send", "http://speakerdeck.com:8080/d");
    expect(first.seen.map(({ url, host }) => [host, url])).toEqual([
      ["speakerdeck.com", "/a?b=c"],
      ["speakerdeck.com:8080", "/d"],
    ]);
  });

  it("gives each name a public address that a pinned connection finds again", async () => {
    const [[one], [two]] = await Promise.all([
      thread.run<[{ address: string; family: number }[]]>("lookup", "speakerdeck.com", { all: true }),
      thread.run<[{ address: string; family: number }[]]>("lookup", "www.docswell.com", { all: true }),
    ]);
    expect(one).toHaveLength(1);
    expect(one[0]?.address).not.toBe(two[0]?.address);
    for (const [index, found] of [one[0], two[0]].entries()) {
      const address = found?.address ?? "";
      expect(isPublicAddress(address)).toBe(true);
      const host = index === 0 ? "speakerdeck.com" : "www.docswell.com";
      const answer = await thread.run<Answer>("send", `https://${host}/`, { pinned: address, agent: false });
      expect(answer.remoteAddress).toBe(address);
    }
    expect([first.seen, second.seen].map((seen) => seen.map(({ host }) => host))).toEqual([
      ["speakerdeck.com"],
      ["www.docswell.com"],
    ]);
  });

  it("uses the address that the caller's lookup returned, not the name", async () => {
    const [address] = await thread.run<[string]>("lookup", "www.docswell.com", {});
    await thread.run("send", "https://speakerdeck.com/", { pinned: address, agent: false });
    expect([first.seen.length, second.seen.length]).toEqual([0, 1]);
  });

  it("answers every form of lookup in the same way", async () => {
    const [address, family] = await thread.run<[string, number]>("lookup", "speakerdeck.com", {});
    expect(family).toBe(4);
    expect(await thread.run("lookup", "SpeakerDeck.com.", 4)).toEqual([address, 4]);
    expect(await thread.run("lookupPromise", "speakerdeck.com")).toEqual({ address, family });
    expect(await thread.run("lookupPromise", "speakerdeck.com", { all: true })).toEqual([{ address, family }]);
    expect(await thread.run("promisified", "speakerdeck.com", {})).toEqual({ address, family });
    expect(await thread.failure("lookup", "speakerdeck.com", { family: 6 })).toMatchObject({ code: "ENOTFOUND" });
    expect(await thread.run("lookup", "192.0.2.1", {})).toEqual(["192.0.2.1", 4]);
  });

  it("keeps the caller's own guard in force", async () => {
    const failure = await thread.failure("send", "https://speakerdeck.com/", { resolve: "fail", agent: false });
    expect(failure.message).toBe("the guard says no");
    const [address] = await thread.run<[string]>("lookup", "speakerdeck.com", {});
    expect(await thread.failure("send", "http://speakerdeck.com/", { blockList: address, agent: false })).toMatchObject(
      {
        code: "ERR_IP_BLOCKED",
      },
    );
    await thread.run("send", "http://speakerdeck.com/", { blockList: "loopback", agent: false });
    expect(first.seen).toHaveLength(1);
  });

  it("carries the body of a POST", async () => {
    const body = "x".repeat(200_000);
    await thread.run("send", "https://speakerdeck.com/in", { method: "POST", body, agent: false });
    expect(first.seen[0]).toEqual({ method: "POST", url: "/in", host: "speakerdeck.com", body });
  });

  it("carries built-in fetch too", async () => {
    expect(await thread.run("fetch", "http://speakerdeck.com/f")).toBe("the origin");
    expect(await thread.run("fetch", "https://www.docswell.com/g?h=i")).toBe("the origin");
    expect([first.seen[0]?.url, second.seen[0]?.url]).toEqual(["/f", "/g?h=i"]);
  });

  it.each(["http:", "https:"])("reuses a kept-alive %s connection", async (scheme) => {
    const answers = [];
    for (const path of ["/1", "/2"]) {
      answers.push(await thread.run<Answer>("send", `${scheme}//speakerdeck.com${path}`, { agent: "keep-alive" }));
    }
    expect(answers.map(({ reused }) => reused)).toEqual([false, true]);
  });

  it("looks like a TLS socket to a direct caller of tls.connect", async () => {
    expect(await thread.run("tlsLooks", 443, "speakerdeck.com")).toEqual({
      encrypted: true,
      authorized: true,
      alpn: false,
      servername: "speakerdeck.com",
      protocol: "TLSv1.3",
      certificate: {},
    });
  });

  it("accepts the forms of arguments of net.connect", async () => {
    const [address] = await thread.run<[string]>("lookup", "speakerdeck.com", {});
    expect(await thread.run("connect", 80, "speakerdeck.com")).toEqual([address, 80]);
    expect(await thread.run("connect", { port: 81, host: address })).toEqual([address, 81]);
    expect(await thread.run("connect", { port: "82", host: "speakerdeck.com", autoSelectFamily: false })).toEqual([
      address,
      82,
    ]);
    expect(await thread.failure("connect", "/nonexistent/socket")).toMatchObject({ code: "ENOENT" });
  });

  it("closes a socket that was destroyed before its name was resolved", async () => {
    expect(await thread.run("destroyEarly", "speakerdeck.com")).toBe("closed");
    expect(first.seen).toEqual([]);
  });
});

describe("with a map, in one thread", () => {
  const own: Close[] = [];
  let thread: ReturnType<typeof startThread>;
  beforeAll(() => {
    thread = startThread({ map: { "speakerdeck.com": "http://127.0.0.1:1" }, passthrough: [] }, own);
  });
  afterAll(() => Promise.all(own.map((close) => close())));

  it.each([
    ["send", "https://unmapped.example/"],
    ["send", "http://unmapped.example/"],
    ["send", "https://www.speakerdeck.com/", { agent: false }],
    ["fetch", "http://unmapped.example/"],
    ["fetch", "https://unmapped.example/"],
    ["lookup", "unmapped.example", { all: true }],
    ["lookupPromise", "unmapped.example"],
  ])("refuses %s %s without a DNS request", async (name, ...args) => {
    const failure = await thread.failure(name, ...args);
    expect(failure).toMatchObject({ code: "ENOTFOUND", syscall: "getaddrinfo" });
    expect(failure.message).toContain("the host is not in MAGPIE_EGRESS_MAP");
    expect(await thread.run("asked")).toEqual([]);
  });

  it.each([
    ["send", "https://8.8.8.8/"],
    ["send", "http://8.8.8.8:8080/", { agent: false }],
    ["send", "http://[2606:4700::1]/"],
    ["send", "http://10.0.0.1/"],
    ["send", "http://[::ffff:8.8.8.8]/"],
    ["send", "https://speakerdeck.com/", { pinned: "8.8.8.8", agent: false }],
    ["send", "http://speakerdeck.com/", { pinned: "169.254.169.254", agent: false }],
    ["send", "https://localhost/", { pinned: "8.8.8.8", agent: false }],
    ["fetch", "https://8.8.8.8/"],
  ])("refuses a connection to an address that is not mapped: %s %s", async (name, ...args) => {
    expect(await thread.failure(name, ...args)).toMatchObject({ code: "ECONNREFUSED", syscall: "connect" });
  });
});

describe("bodies of responses", () => {
  it("pass through compressed, chunked and cut", async () => {
    const site = await startOrigin((request, response) => {
      if (request.url === "/gzip") {
        response.setHeader("content-encoding", "gzip");
        response.end(gzipSync("compressed"));
      } else if (request.url === "/cut") {
        response.writeHead(200, { "content-length": "100" });
        response.write("half", () => response.destroy());
      } else {
        for (let part = 0; part < 50; part += 1) response.write(`${part},`.repeat(1000));
        response.end();
      }
    });
    const thread = startThread({ map: { "a.example": site.origin }, passthrough: [] });
    const compressed = await thread.run<Answer>("send", "https://a.example/gzip", { agent: false });
    expect(compressed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(compressed.body).toString()).toBe("compressed");
    const chunked = await thread.run<Answer>("send", "https://a.example/chunked", { agent: false });
    expect(chunked.headers["transfer-encoding"]).toBe("chunked");
    expect(text(chunked).endsWith("49,")).toBe(true);
    expect(await thread.failure("send", "https://a.example/cut", { agent: false })).toMatchObject({
      code: "ECONNRESET",
    });
  });

  it("fail with ECONNREFUSED when the origin does not run", async () => {
    const thread = startThread({ map: { "a.example": "http://127.0.0.1:1" }, passthrough: [] });
    for (const url of ["https://a.example/", "http://a.example/"]) {
      expect(await thread.failure("send", url, { agent: false })).toMatchObject({ code: "ECONNREFUSED" });
    }
  });
});

describe('with "*"', () => {
  it("carries every other public name and literal, and the listed ones to their own origin", async () => {
    const listed = await startOrigin();
    const common = await startOrigin();
    const thread = startThread({ map: { "a.example": listed.origin, "*": common.origin }, passthrough: [] });
    await thread.run("send", "https://a.example/");
    const urls = ["https://b.example/", "http://c.test/", "https://8.8.8.8/", "http://[2606:4700::1]:8080/"];
    for (const url of urls) await thread.run("send", url, { agent: false });
    expect(listed.seen.map(({ host }) => host)).toEqual(["a.example"]);
    expect(common.seen.map(({ host }) => host)).toEqual(["b.example", "c.test", "8.8.8.8", "[2606:4700::1]:8080"]);
    const [[one], [two]] = await Promise.all([
      thread.run<[string]>("lookup", "b.example", {}),
      thread.run<[string]>("lookup", "c.test", {}),
    ]);
    expect([isPublicAddress(one), isPublicAddress(two), one === two]).toEqual([true, true, false]);
    expect(await thread.failure("send", "http://10.1.2.3/")).toMatchObject({ code: "ECONNREFUSED" });
    expect(await thread.failure("send", "http://printer.local/")).toMatchObject({ code: "ENOTFOUND" });
    expect(await thread.run("asked")).toEqual([]);
  });

  it("never carries requests to this machine", async () => {
    const common = await startOrigin();
    const own = await startOrigin();
    const thread = startThread({ map: { "*": common.origin }, passthrough: [] });
    await thread.run("send", `http://127.0.0.1:${own.port}/literal`);
    await thread.run("send", `http://localhost:${own.port}/name`, { agent: false });
    await thread.run("send", `http://sub.localhost:${own.port}/subname`, { agent: false });
    expect(own.seen.map(({ url }) => url)).toEqual(["/literal", "/name", "/subname"]);
    expect(common.seen).toEqual([]);
    expect(await thread.run("lookup", "localhost", { all: true })).toEqual([
      [
        { address: "127.0.0.1", family: 4 },
        { address: "::1", family: 6 },
      ],
    ]);
    expect(await thread.run("lookup", "a.localhost", { family: 6 })).toEqual(["::1", 6]);
    // An https request to this machine is not changed: the plain server can't answer its handshake.
    expect((await thread.failure("send", `https://127.0.0.1:${own.port}/`)).message).toMatch(/SSL|wrong version/i);
    expect(await thread.run("asked")).toEqual([]);
  });
});

describe("with the other hosts left open", () => {
  it("carries requests to the listed name only, and leaves the others to the machine's resolver", async () => {
    const own = await startOrigin();
    const thread = startThread({ map: { "alice.example": own.origin }, others: "open", passthrough: [] });
    await thread.run("send", "https://alice.example/");
    await thread.run("send", "http://alice.example/a", { agent: false });
    expect(own.seen.map(({ host, url }) => host + url)).toEqual(["alice.example/", "alice.example/a"]);
    expect(await thread.run("asked")).toEqual([]);
    for (const url of ["https://nobody.invalid/", "http://nobody.invalid/"]) {
      const { code, message } = await thread.failure("send", url, { agent: false });
      expect([code, message]).toEqual([
        expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
        expect.not.stringMatching("MAP"),
      ]);
    }
    await thread.failure("lookupPromise", "nobody.invalid");
    expect(await thread.run("asked")).toEqual(["nobody.invalid", "nobody.invalid", "nobody.invalid"]);
  });

  it("connects to the addresses that a guard has checked", async () => {
    const own = await startOrigin();
    const other = await startOrigin();
    const thread = startThread({ map: { "alice.example": own.origin }, others: "open", passthrough: [] });
    const pinned = { pinned: "127.0.0.1", agent: false };
    const answer = await thread.run<Answer>("send", `http://bob.example:${other.port}/`, pinned);
    expect(answer.remoteAddress).toBe("127.0.0.1");
    // An address of this machine that is not loopback.
    await thread.run("send", `http://bob.example:${other.port}/`, { pinned: "0.0.0.0", agent: false });
    await thread.run("send", `http://0.0.0.0:${other.port}/`, { agent: false });
    expect(other.seen.map(({ host }) => host.split(":")[0])).toEqual(["bob.example", "bob.example", "0.0.0.0"]);
    // A real handshake, which a plain server can't answer.
    const { message } = await thread.failure("send", `https://bob.example:${other.port}/`, pinned);
    expect(message).toMatch(/SSL|wrong version/i);
    expect(own.seen).toEqual([]);
  });
});

describe("the local AWS front", () => {
  it("is reached unchanged, with keep-alive", async () => {
    const front = await startOrigin();
    const thread = startThread({ map: {}, passthrough: [`127.0.0.1:${front.port}`] });
    const answers = [];
    for (const path of ["/1", "/2"]) {
      answers.push(await thread.run<Answer>("send", `${front.origin}${path}`, { agent: "keep-alive" }));
    }
    expect(answers.map(({ reused }) => reused)).toEqual([false, true]);
    expect(answers[0]).toMatchObject({ remoteAddress: "127.0.0.1", remotePort: front.port });
    expect(answers[0]?.encrypted).toBeUndefined();
    expect(front.seen.map(({ host }) => host)).toEqual([`127.0.0.1:${front.port}`, `127.0.0.1:${front.port}`]);
  });
});

describe("without settings", () => {
  it("replaces nothing", async () => {
    const thread = startThread(undefined);
    expect(await thread.run("untouched")).toEqual([true, true, true]);
    const other = startThread({ map: {}, passthrough: [] });
    expect(await other.run("untouched")).toEqual([false, false, false]);
  });
});
