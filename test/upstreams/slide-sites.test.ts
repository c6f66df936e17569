import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Agent, request as httpRequest } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SlideSites } from "../../lib/local/sites/slide-sites.ts";
import { startSlideSites } from "../../lib/local/sites/slide-sites.ts";

let sites: SlideSites;
beforeEach(async () => {
  sites = await startSlideSites();
});
afterEach(() => sites.close());

type Answer = { status: number; headers: IncomingHttpHeaders; raw: Buffer; text: string; json: () => unknown };

/** Requests a public address from the server, like a client behind the egress map. */
function open(url: string, headers: Record<string, string> = {}, agent?: Agent): Promise<IncomingMessage> {
  const { host, pathname, search } = new URL(url);
  return new Promise((done, failed) => {
    const options = { port: sites.port, path: pathname + search, headers: { host, ...headers }, agent: agent ?? false };
    httpRequest({ host: "127.0.0.1", ...options }, done)
      .on("error", failed)
      .end();
  });
}

async function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await open(url, headers);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  const text = raw.toString();
  return { status: response.statusCode ?? 0, headers: response.headers, raw, text, json: () => JSON.parse(text) };
}

const speakerdeck = "https://speakerdeck.com/synthetic-user/first-deck";
const docswell = "https://www.docswell.com/s/synthetic-user/ABC123";
const google = "https://docs.google.com/presentation/d/1SyntheticPresentationId00000";
const speakerdeckOembed = (url: string) => `https://speakerdeck.com/oembed.json?url=${encodeURIComponent(url)}`;
const docswellOembed = (url: string) =>
  `https://www.docswell.com/service/oembed?url=${encodeURIComponent(url)}&format=json`;

describe("SpeakerDeck", () => {
  it("describes any deck, the same each time", async () => {
    const answer = await get(speakerdeckOembed(speakerdeck));
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    const facts = sites.deck(speakerdeck);
    expect(facts.embedUrl).toMatch(/^https:\/\/speakerdeck\.com\/player\/[0-9a-f]{32}$/);
    expect(answer.json()).toMatchObject({
      type: "rich",
      version: "1.0",
      title: "Deck first-deck",
      author_name: "Author synthetic-user",
      html: expect.stringContaining(`src="${facts.embedUrl}"`),
      width: 710,
      height: 399,
    });
    expect((await get(speakerdeckOembed(speakerdeck))).text).toBe(answer.text);
    expect(sites.deck("https://speakerdeck.com/synthetic-user/second-deck").embedUrl).not.toBe(facts.embedUrl);
  });

  it("describes a deck as a test sets it", async () => {
    sites.describe(speakerdeck, { title: "A <b>title</b>" });
    expect((await get(speakerdeckOembed(speakerdeck))).json()).toMatchObject({
      title: "A <b>title</b>",
      author_name: "Author synthetic-user",
    });
  });

  it("answers 404 in JSON for a deck that is deleted, private or no deck", async () => {
    sites.remove(speakerdeck);
    sites.makePrivate("https://speakerdeck.com/synthetic-user/private-deck");
    for (const url of [speakerdeck, "https://speakerdeck.com/synthetic-user/private-deck", docswell, ""]) {
      const answer = await get(speakerdeckOembed(url));
      expect([answer.status, answer.json()]).toEqual([404, { status: 404, error: "Not Found" }]);
    }
  });
});

describe("Docswell", () => {
  it("describes a deck with a number as version and the embed address as url", async () => {
    const answer = await get(docswellOembed(`${docswell}-some-slug`));
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      type: "rich",
      version: 1,
      provider_name: "ドクセル",
      title: "資料 ABC123",
      author_name: "著者 synthetic-user",
      url: "https://www.docswell.com/slide/ABC123/embed",
      html: expect.stringContaining('src="https://www.docswell.com/slide/ABC123/embed"'),
    });
  });

  it("answers 404 in its own words", async () => {
    sites.remove(docswell);
    for (const url of [docswell, "https://www.docswell.com/s/synthetic-user/short"]) {
      const answer = await get(docswellOembed(url));
      expect([answer.status, answer.json()]).toEqual([404, { status: 404, errors: "Slide not found or private" }]);
    }
  });
});

describe("Google Slides", () => {
  it("names the deck and the product in the title, with entities", async () => {
    const japanese = await get(google, { "accept-language": "ja" });
    expect(japanese.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(japanese.text).toContain(
      "<title>Q&amp;A &quot;1SyntheticPresentationId00000&quot; &lt;it&#39;s synthetic&gt; - Google スライド</title>",
    );
    expect((await get(google)).text).toContain(" - Google Slides</title>");
    expect(japanese.text).not.toContain("og:title");
  });

  it("supports published decks and og:title", async () => {
    const published = "https://docs.google.com/presentation/d/e/2PACX-synthetic/pub";
    sites.describe(published, { title: "Published", ogTitle: "A & B" });
    const { text } = await get(published);
    expect(text).toContain("<title>Published - Google Slides</title>");
    expect(text).toContain('<meta property="og:title" content="A &amp; B">');
  });

  it("redirects a private deck to a sign-in page that answers 200", async () => {
    sites.makePrivate(google);
    const answer = await get(google);
    expect(answer.status).toBe(302);
    const location = new URL(answer.headers.location ?? "");
    expect([location.origin, location.pathname]).toEqual(["https://accounts.google.com", "/ServiceLogin"]);
    expect(location.searchParams.get("continue")).toBe(google);
    const page = await get(location.href);
    expect(page.status).toBe(200);
    expect(page.text).toContain("<title>Google Slides: Sign-in</title>");
  });

  it("answers 404 in HTML for a missing deck", async () => {
    sites.remove(google);
    const answer = await get(google);
    expect([answer.status, answer.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  });
});

describe("the server", () => {
  it("returns an egress map of all its hosts", () => {
    expect(Object.keys(sites.egressMap).sort()).toEqual([
      "accounts.google.com",
      "docs.google.com",
      "docswell.com",
      "drive.google.com",
      "speakerdeck.com",
      "www.docswell.com",
      "www.speakerdeck.com",
    ]);
    expect(new Set(Object.values(sites.egressMap))).toEqual(new Set([sites.origin]));
  });

  it("records its requests", async () => {
    const before = Date.now();
    await get(speakerdeckOembed(speakerdeck), { "user-agent": "a test" });
    await get("https://nobody.example/x");
    const [first, second] = sites.requests();
    expect(first).toMatchObject({ method: "GET", path: "/oembed.json", host: "speakerdeck.com", body: "" });
    expect(first?.query.get("url")).toBe(speakerdeck);
    expect(first?.headers["user-agent"]).toBe("a test");
    expect(first?.at).toBeGreaterThanOrEqual(before);
    expect(second?.host).toBe("nobody.example");
    expect(sites.requests(({ host }) => host === "speakerdeck.com")).toHaveLength(1);
    sites.clearRequests();
    expect(sites.requests()).toEqual([]);
  });

  it("compresses for clients that accept it", async () => {
    const answer = await get(speakerdeckOembed(speakerdeck), { "accept-encoding": "gzip, br" });
    expect(answer.headers["content-encoding"]).toBe("gzip");
    expect(JSON.parse(gunzipSync(answer.raw).toString())).toMatchObject({ title: "Deck first-deck" });
  });

  it("rejects an address that is no deck", () => {
    expect(() => sites.remove("https://speakerdeck.com/only-a-user")).toThrow("not the address of a simulated deck");
  });
});

describe("faults", () => {
  const url = speakerdeckOembed(speakerdeck);

  it("status, with Retry-After and a body", async () => {
    sites.fault("/oembed", { kind: "status", status: 429, retryAfter: 7, body: "slow down" });
    const answer = await get(url);
    expect([answer.status, answer.headers["retry-after"], answer.text]).toEqual([429, "7", "slow down"]);
    expect((await get(docswellOembed(docswell))).status).toBe(200);
  });

  it("apply in the order in which they were set, as often as configured", async () => {
    sites.fault("/oembed", { kind: "status", status: 500 }, 1);
    sites.fault(({ host }) => host === "speakerdeck.com", { kind: "status", status: 503 }, 2);
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await get(url)).status);
    expect(statuses).toEqual([500, 503, 503, 200]);
  });

  it("can all be removed", async () => {
    sites.fault("/", { kind: "reset" });
    sites.clearFaults();
    expect((await get(url)).status).toBe(200);
  });

  it("slow_headers", async () => {
    sites.fault("/", { kind: "slow_headers", ms: 40 });
    const start = performance.now();
    const response = await open(url);
    expect(performance.now() - start).toBeGreaterThan(35);
    expect(response.statusCode).toBe(200);
    response.destroy();
  });

  it("slow_body", async () => {
    sites.fault("/", { kind: "slow_body", ms: 50 });
    const response = await open(url);
    const headersAt = performance.now();
    let chunks = 0;
    let text = "";
    for await (const chunk of response) {
      chunks += 1;
      text += chunk;
    }
    expect(performance.now() - headersAt).toBeGreaterThan(25);
    expect(chunks).toBeGreaterThan(2);
    expect(JSON.parse(text)).toMatchObject({ title: "Deck first-deck" });
  });

  it("cut", async () => {
    sites.fault("/", { kind: "cut" });
    const response = await open(url);
    let received = 0;
    const reading = async () => {
      for await (const chunk of response) received += chunk.length;
    };
    await expect(reading()).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(Number(response.headers["content-length"]));
  });

  it("reset", async () => {
    sites.fault("/", { kind: "reset" });
    await expect(get(url)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(sites.requests()).toHaveLength(1);
  });

  it("html", async () => {
    sites.fault("/", { kind: "html" });
    const answer = await get(url);
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(answer.text).toMatch(/^<!doctype html>/);
  });

  it("big", async () => {
    sites.fault("/", { kind: "big", bytes: 3_000_001 });
    const answer = await get(url);
    expect(answer.raw.length).toBe(3_000_001);
    expect(answer.headers["content-length"]).toBeUndefined();
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  it("big, for a client that disconnects", async () => {
    sites.fault("/", { kind: "big", bytes: 1e12 }, 1);
    const response = await open(url);
    await new Promise((done) => response.once("data", done));
    response.destroy();
    expect((await get(url)).status).toBe(200);
  });

  it("gzip_bomb", async () => {
    sites.fault("/", { kind: "gzip_bomb", bytes: 2_000_000 });
    const answer = await get(url);
    expect(answer.headers["content-encoding"]).toBe("gzip");
    expect(answer.raw.length).toBeLessThan(20_000);
    expect(gunzipSync(answer.raw).length).toBe(2_000_000);
  });

  it("redirect, redirect_loop and sign_in", async () => {
    sites.fault("/", { kind: "redirect", location: "http://169.254.169.254/" }, 1);
    sites.fault("/", { kind: "redirect_loop" }, 1);
    sites.fault("/", { kind: "sign_in" }, 1);
    const answers = [await get(url), await get(url), await get(url)];
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    const [redirect, loop, signIn] = answers.map(({ headers }) => headers.location ?? "");
    expect(redirect).toBe("http://169.254.169.254/");
    expect(new URL(loop ?? "", url).href).toBe(url);
    expect(signIn).toMatch(/^https:\/\/accounts\.google\.com\/ServiceLogin\?/);
  });

  it("malformed_json and wrong_type", async () => {
    sites.fault("/", { kind: "malformed_json" }, 1);
    sites.fault("/", { kind: "wrong_type" }, 1);
    const malformed = await get(url);
    expect([malformed.status, malformed.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(() => malformed.json()).toThrow(SyntaxError);
    const mislabelled = await get(url);
    expect(mislabelled.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(mislabelled.json()).toMatchObject({ title: "Deck first-deck" });
  });

  it("do not keep the server from closing at once", async () => {
    // Longer than any test may take: a server that waits for them never closes.
    sites.fault("/", { kind: "slow_headers", ms: 3_600_000 }, 1);
    sites.fault("/", { kind: "slow_body", ms: 3_600_000 }, 1);
    const agent = new Agent({ keepAlive: true });
    const outcomes = [open(url, {}, agent), get(url)].map((requested) => requested.then(String, (error) => error.code));
    const idle = await open(docswellOembed(docswell), {}, agent);
    idle.resume();
    await expect.poll(() => sites.requests().length, { interval: 2 }).toBe(3);
    await sites.close();
    expect(await Promise.all(outcomes)).toEqual(["ECONNRESET", "ECONNRESET"]);
    agent.destroy();
  });
});
