import type { Route } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import type { RequestLimits } from "../../../lambdas/mercari/fetch/page-requests.ts";
import { PageRequests, userAgent } from "../../../lambdas/mercari/fetch/page-requests.ts";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundRequest, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { USER_AGENT } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { socketError } from "../../emulators/socket-errors.ts";
import { robotsTxt } from "../fetch-world.ts";

/** The answer that the browser gets. */
type Answer = { readonly aborted: string } | Parameters<Route["fulfill"]>[0];

/** A request of the browser. */
interface Asked {
  readonly type?: string;
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | null;
}

const LIMITS: RequestLimits = { requests: 10, bytes: 1_000, bytesEach: 400, atOnce: 6, timeoutMs: 5_000 };
const DATA = "https://api.mercari.jp/v2/entities:search";

const response = (changes: Partial<OutboundResponse> = {}) =>
  robotsTxt(200, "12345", { url: new URL(DATA), ...changes });
const DOCUMENT = response({ headers: { "content-type": "text/html" }, body: Buffer.from("<p>page</p>") });

let sent: OutboundRequest[];
let answer: (request: OutboundRequest) => OutboundResponse | Promise<OutboundResponse>;
let timeLeft: number;
let requests: PageRequests;

beforeEach(() => {
  sent = [];
  answer = () => response();
  timeLeft = 60_000;
  requests = newRequests();
});

function newRequests(limits: Partial<RequestLimits> = {}): PageRequests {
  const fetch = async (request: OutboundRequest) => {
    sent.push(request);
    return answer(request);
  };
  return new PageRequests(DOCUMENT, fetch, { ...LIMITS, ...limits }, () => timeLeft);
}

/** The page requests a resource. @returns the answer; null when the page is closed before that */
async function ask(asked: Asked = {}, isClosed = false): Promise<Answer | null> {
  const { type = "fetch", method = "GET", url = DATA, headers = {}, body = null } = asked;
  let answered: Answer | null = null;
  const closed = new Error("route.fulfill: Target page, context or browser has been closed");
  const route = {
    request: () => ({
      resourceType: () => type,
      method: () => method,
      url: () => url,
      headers: () => headers,
      postData: () => body,
    }),
    async fulfill(options: Answer) {
      if (isClosed) throw closed;
      answered = options;
    },
    async abort(code: string) {
      if (isClosed) throw closed;
      answered = { aborted: code };
    },
  };
  await requests.answer(route as unknown as Route);
  return answered;
}

const REFUSED: Answer = { aborted: "blockedbyclient" };

describe("a page", () => {
  it("is the document that was fetched; frames, pop-ups and further navigations are empty", async () => {
    const document = { status: 200, headers: { "content-type": "text/html" }, body: DOCUMENT.body };
    expect(await ask({ type: "document" })).toEqual(document);
    expect(await ask({ type: "document" })).toEqual({ status: 204 });
    expect([sent, requests.counts]).toEqual([[], { requests: 0, requests_refused: 0, bytes: 0 }]);
  });

  it("gets an empty picture for each image, without a request", async () => {
    expect(await ask({ type: "image" })).toMatchObject({ contentType: "image/gif", body: expect.any(Buffer) });
    expect(sent).toEqual([]);
  });

  it.each(["stylesheet", "script", "xhr", "fetch"])("gets what it loads as %s", async (type) => {
    expect(await ask({ type })).toMatchObject({ status: 200, body: Buffer.from("12345") });
    expect(requests.counts).toEqual({ requests: 1, requests_refused: 0, bytes: 5 });
  });

  it.each(["font", "media", "ping", "eventsource", "websocket", "manifest", "other"])("gets no %s", async (type) => {
    expect(await ask({ type })).toEqual(REFUSED);
    expect([sent, requests.counts]).toEqual([[], { requests: 0, requests_refused: 1, bytes: 0 }]);
  });

  it.each(["PUT", "DELETE", "OPTIONS"])("sends no %s", async (method) => {
    expect(await ask({ method })).toEqual(REFUSED);
    expect(sent).toEqual([]);
  });

  it.each([
    ["GET", null],
    ["HEAD", null],
    ["POST", '{"keyword":"camera"}'],
  ] as const)("sends a %s as the browser does, with our name in the User-Agent", async (method, body) => {
    const headers = { accept: "*/*", "accept-encoding": "gzip, br", "user-agent": "Mozilla/5.0 Chrome/150" };
    await ask({ method, body, headers });
    expect(sent).toEqual([
      {
        url: DATA,
        method,
        headers: { accept: "*/*", "user-agent": `Mozilla/5.0 Chrome/150 ${USER_AGENT}` },
        ...(body === null ? {} : { body }),
        timeoutMs: 5_000,
        maxBytes: 400,
      },
    ]);
    expect(userAgent("Mozilla/5.0")).toBe(`Mozilla/5.0 ${USER_AGENT}`);
  });

  it("gets the response as it was decoded, with a line for each cookie", async () => {
    const wire = { connection: "close", "content-encoding": "br", "content-length": "9", "keep-alive": "timeout=5" };
    const cookie = "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/, b=2, c=3; Secure";
    const kept = { "content-type": "text/css", "x-any": "value" };
    answer = () =>
      response({ status: 404, headers: { ...wire, "transfer-encoding": "chunked", "set-cookie": cookie, ...kept } });
    expect(await ask()).toEqual({
      status: 404,
      headers: { ...kept, "set-cookie": "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/\nb=2\nc=3; Secure" },
      body: Buffer.from("12345"),
    });
    answer = () => response({ headers: kept });
    expect(await ask()).toMatchObject({ headers: kept });
  });
});

describe("the limits of a page's requests", () => {
  it("are their number", async () => {
    requests = newRequests({ requests: 2 });
    expect([await ask(), await ask(), await ask()]).toMatchObject([{ status: 200 }, { status: 200 }, REFUSED]);
    expect([sent.length, requests.counts]).toEqual([2, { requests: 2, requests_refused: 1, bytes: 10 }]);
  });

  it("are the bytes of all: an oversized one has used its share, a failed one none", async () => {
    answer = () => response({ body: Buffer.alloc(300) });
    await ask();
    answer = () => Promise.reject(new OutboundError("network", DATA, { cause: socketError("cut") }));
    expect(await ask()).toEqual(REFUSED);
    answer = () => Promise.reject(new OutboundError("too_large", DATA));
    expect(await ask()).toEqual(REFUSED);
    answer = () => response({ body: Buffer.alloc(300) });
    expect(await ask()).toMatchObject({ status: 200 });
    expect(await ask()).toEqual(REFUSED);
    expect(sent.map(({ maxBytes }) => maxBytes)).toEqual([400, 400, 400, 300]);
    expect(requests.counts).toEqual({ requests: 5, requests_refused: 3, bytes: 1_000 });
  });

  it("are the time that the page has left", async () => {
    timeLeft = 700;
    await ask();
    expect(sent).toMatchObject([{ timeoutMs: 700 }]);
    timeLeft = 0;
    expect(await ask()).toEqual(REFUSED);
    expect(sent).toHaveLength(1);
  });

  it("are requests at the same time: others wait, in order, until one ends or fails", async () => {
    requests = newRequests({ atOnce: 2 });
    const ends: ((response: OutboundResponse | Promise<OutboundResponse>) => void)[] = [];
    answer = () => new Promise((resolve) => ends.push(resolve));
    const asked = ["a", "b", "c", "d"].map((name) => ask({ url: `${DATA}?${name}` }));
    const names = () => sent.map(({ url }) => String(url).slice(-1)).join("");
    await expect.poll(names).toBe("ab");
    expect(requests.inFlight).toBe(4);
    ends[1]?.(Promise.reject(new OutboundError("timeout", DATA)));
    await asked[1];
    await expect.poll(names).toBe("abc");
    ends[0]?.(response());
    await expect.poll(names).toBe("abcd");
    for (const end of ends) end(response());
    await Promise.all(asked);
    expect(requests.inFlight).toBe(0);
    // None of the two places was lost.
    ends.length = 0;
    const more = ["e", "f", "g"].map((name) => ask({ url: `${DATA}?${name}` }));
    await expect.poll(names).toBe("abcdef");
    for (let end = 0; end < 3; end += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(end);
      ends[end]?.(response());
    }
    await Promise.all(more);
    expect(names()).toBe("abcdefg");
  });
});

describe("a refusal of data", () => {
  const of = (url: string, status: number) => response({ url: new URL(url), status });

  it.each([
    ["https://api.mercari.jp/v2/search", 403, "fetch", true],
    ["https://api.mercari.jp/v2/search", 429, "xhr", true],
    ["https://mercari.com/search", 403, "fetch", true],
    ["https://jp.mercari.com/search", 403, "fetch", true],
    ["https://api.mercari.jp/v2/search", 401, "fetch", false],
    ["https://api.mercari.jp/v2/search", 200, "fetch", false],
    ["https://api.mercari.jp/app.js", 403, "script", false],
    ["https://mercari.com.example/search", 403, "fetch", false],
    ["https://notmercari.com/search", 403, "fetch", false],
  ])("by %s with %i (%s) is the site's: %s", async (url, status, type, isRefusal) => {
    const refusal = of(url, status);
    answer = () => refusal;
    expect(await ask({ type })).toMatchObject({ status });
    expect(requests.refusal).toBe(isRefusal ? refusal : null);
  });

  it("is the first one", async () => {
    answer = () => of(DATA, 429);
    await ask();
    answer = () => of(DATA, 403);
    await ask();
    expect(requests.refusal).toMatchObject({ status: 429 });
  });
});

describe("a request that can't be answered", () => {
  it("fails after an error of our own, and throws nothing", async () => {
    answer = () => {
      throw new TypeError("ours");
    };
    expect(await ask()).toEqual({ aborted: "failed" });
    expect([requests.inFlight, requests.counts]).toEqual([0, { requests: 1, requests_refused: 0, bytes: 0 }]);
  });

  it("needs no answer when its page is closed", async () => {
    expect(await ask({}, true)).toBeNull();
    expect(requests.inFlight).toBe(0);
  });
});
