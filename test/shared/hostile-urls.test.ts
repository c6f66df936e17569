import { once } from "node:events";
import type { Server, Socket } from "node:net";
import { createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DialTarget } from "../../lambdas/shared/outbound/exchange.ts";
import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import { createOutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { harmlessUrls, hostileNames } from "./hostile-names.ts";
import { hostileUrls } from "./hostile-urls.ts";

const PUBLIC_ADDRESS = "93.184.215.14";
const FIRST = "http://first.example/";
/** Such an address is relative to one of the same scheme (WHATWG URL, 4.4), so that a redirect to it stays on its host. */
// A line feed ends the line of the header, as in browsers.
const RELATIVE = /^http:(?![/\\\t]{2})|\n/i;

let server: Server;
let port: number;
let connections: Socket[];
/** The server's response to the first request of a connection; the address is that of the request line. */
let answer: (path: string) => Buffer;

const ok = () => Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\nreached");
// Raw bytes, since Node refuses some headers that a hostile site may send.
const redirectTo = (location: string) =>
  Buffer.from(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);

beforeAll(async () => {
  server = createServer((socket) => {
    connections.push(socket);
    socket.on("error", () => undefined);
    socket.once("data", (head) => socket.end(answer(head.toString("latin1").split(" ")[1] ?? "")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  port = address.port;
});

beforeEach(() => {
  connections = [];
  answer = ok;
});

afterAll(() => {
  server.close();
});

/** A fetch with the real checks; allowed connections end at the server here. */
function guarded(answers: (hostname: string) => readonly string[] = () => [PUBLIC_ADDRESS]) {
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
  return { lookups, dialled, get: (url: string) => fetch({ url, timeoutMs: 5_000, maxBytes: 1_000 }) };
}

/** The error for an address; fails if it is fetched. */
async function refusal(fetched: Promise<{ status: number; url: URL }>): Promise<OutboundError> {
  const outcome = await fetched.then(
    ({ status, url }) => `answered ${status} from ${url.host}`,
    (error: unknown) => error,
  );
  if (!(outcome instanceof OutboundError)) throw new Error(`not refused: ${String(outcome)}`);
  return outcome;
}

const REFUSED = /^(invalid_url|unsupported_scheme|blocked_address)$/;

describe("a hostile address", () => {
  it.each(hostileUrls)("is refused before any request: $url ($why)", async ({ url }) => {
    const { get, lookups, dialled } = guarded();
    expect(await refusal(get(url))).toMatchObject({ kind: expect.stringMatching(REFUSED), transient: false });
    expect([lookups, dialled, connections]).toEqual([[], [], []]);
  });

  it.each(hostileUrls.filter(({ url }) => !RELATIVE.test(url)))("is not followed to: $url ($why)", async ({ url }) => {
    answer = () => redirectTo(url);
    const { get, lookups, dialled } = guarded();
    await refusal(get(FIRST));
    expect([lookups, dialled.length, connections.length]).toEqual([["first.example"], 1, 1]);
  });

  it.each([
    ["//127.0.0.1/", "no scheme"],
    ["\\\\169.254.169.254\\latest", "no scheme, backslashes"],
    ["/\\[::1]/", "no scheme, one of each"],
    ["//localhost:8080/", "no scheme, a name"],
    ["//user@pages.example/", "no scheme, userinfo"],
    ["//pages.example:22/", "no scheme, a port"],
    ["\t//127.1/", "no scheme, a tab before"],
  ])("is not followed to: %j (%s)", async (location) => {
    answer = () => redirectTo(location);
    const { get, lookups, dialled } = guarded();
    expect((await refusal(get(FIRST))).kind).toMatch(REFUSED);
    expect([lookups, dialled.length, connections.length]).toEqual([["first.example"], 1, 1]);
  });

  it("is refused at the end of several harmless hops", async () => {
    answer = (path) =>
      redirectTo(path === "/3" ? "http://2852039166/" : `http://hop.example/${Number(path.slice(1)) + 1}`);
    const { get, dialled } = guarded();
    expect((await refusal(get("http://hop.example/1"))).kind).toBe("blocked_address");
    expect([dialled.length, connections.length]).toEqual([3, 3]);
  });
});

describe("a name with a hostile address", () => {
  it.each(hostileNames)("is not connected to: $url, $answers ($why)", async ({ url, answers }) => {
    const { get, lookups, dialled } = guarded(() => answers);
    expect(await refusal(get(url))).toMatchObject({ kind: "blocked_address", transient: false });
    expect([lookups.length, dialled, connections]).toEqual([1, [], []]);
  });

  it.each(hostileNames)("is not followed to: $url, $answers ($why)", async ({ url, answers }) => {
    answer = () => redirectTo(url);
    const { get, dialled } = guarded((hostname) => (hostname === "first.example" ? [PUBLIC_ADDRESS] : answers));
    expect(await refusal(get(FIRST))).toMatchObject({ kind: "blocked_address" });
    expect([dialled.length, connections.length]).toEqual([1, 1]);
  });
});

describe("a name whose address changes from public to private", () => {
  it("is resolved once, and the connection goes to that address", async () => {
    const answers = [[PUBLIC_ADDRESS], ["127.0.0.1"]];
    const { get, lookups, dialled } = guarded(() => answers.shift() ?? []);
    expect((await get("http://rebind.example/")).body.toString()).toBe("reached");
    expect(lookups).toEqual(["rebind.example"]);
    expect(dialled).toEqual([{ addresses: [PUBLIC_ADDRESS], port: 80 }]);
  });

  it("is refused at a redirect to itself", async () => {
    const answers = [[PUBLIC_ADDRESS], ["169.254.169.254"]];
    answer = () => redirectTo("/again");
    const { get, dialled } = guarded(() => answers.shift() ?? []);
    expect((await refusal(get("http://rebind.example/"))).kind).toBe("blocked_address");
    expect([dialled.length, connections.length]).toEqual([1, 1]);
  });

  it("is refused at the next fetch", async () => {
    const answers = [[PUBLIC_ADDRESS], [PUBLIC_ADDRESS, "10.0.0.1"]];
    const { get } = guarded(() => answers.shift() ?? []);
    await get("http://rebind.example/");
    expect((await refusal(get("http://rebind.example/"))).kind).toBe("blocked_address");
    expect(connections).toHaveLength(1);
  });
});

describe("a harmless address", () => {
  it.each(harmlessUrls)("is fetched: %s", async (url) => {
    const { get, dialled } = guarded();
    expect((await get(url)).body.toString()).toBe("reached");
    expect([dialled.length, connections.length]).toEqual([1, 1]);
    expect(dialled[0]?.port).toBe(Number(new URL(url).port) || 80);
  });

  it.each(harmlessUrls)("is followed to: %s", async (url) => {
    answer = (path) => (path === "/first" ? redirectTo(url.trim()) : ok());
    const { get, dialled } = guarded();
    expect((await get(`${FIRST}first`)).body.toString()).toBe("reached");
    expect(dialled).toHaveLength(2);
  });
});
