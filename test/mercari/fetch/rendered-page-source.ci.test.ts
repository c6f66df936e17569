import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Chromium } from "../../../lambdas/mercari/fetch/chromium.ts";
import { startChromium } from "../../../lambdas/mercari/fetch/chromium.ts";
import { httpPageSource } from "../../../lambdas/mercari/fetch/page-source.ts";
import type { RenderLimits } from "../../../lambdas/mercari/fetch/render-page.ts";
import { RENDER_LIMITS, renderPage } from "../../../lambdas/mercari/fetch/render-page.ts";
import { unpackChromium } from "../../../lambdas/mercari/fetch/unpack-chromium.ts";
import { readSearchPage } from "../../../lambdas/mercari/readers/search-page.ts";
import type { OutboundFetch, OutboundRequest } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { createOutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { SimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { htmlAnswer } from "../../../lib/local/sites/simulated-site.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import type { Decoy } from "./decoy.ts";
import { startDecoy } from "./decoy.ts";
import { CARDS, startScriptedMercari } from "./scripted-mercari.ts";

const MERCARI = "http://jp.mercari.com";

/** With short limits, since the simulated site is on this machine; everything else is as deployed. */
const LIMITS: RenderLimits = {
  ...RENDER_LIMITS,
  settle: { quietMs: 300, unfilledQuietMs: 2_000, atMostMs: 15_000 },
};

const log = capturedLog();
let site: SimulatedSite;
let decoy: Decoy;
/** The script of the hostile page. */
let hostile = "";
let fetch: OutboundFetch;
let requested: OutboundRequest[];

beforeAll(async () => {
  decoy = await startDecoy();
  site = await startScriptedMercari(({ path }) => {
    if (path === "/hostile") return htmlAnswer(200, `<!DOCTYPE html><main>A page</main><script>${hostile}</script>`);
    if (path.startsWith("/status/"))
      return { status: Number(path.slice(8)), headers: { "retry-after": "900" }, body: "" };
    if (path === "/to-decoy") {
      return { status: 302, headers: { location: `http://127.0.0.1:${decoy.port}/secret` }, body: "" };
    }
    if (path === "/worker.js") {
      const tries = `fetch("http://127.0.0.1:${decoy.port}/w").catch(() => {}); new WebSocket("ws://127.0.0.1:${decoy.port}/w")`;
      return { status: 200, headers: { "content-type": "text/javascript" }, body: tries };
    }
    return undefined;
  });
  const outbound = createOutboundFetch({
    lookup: async () => ["93.184.215.14"],
    dial: () => ({ addresses: ["127.0.0.1"], port: site.port }),
  });
  fetch = (request) => {
    requested.push(request);
    return outbound(request);
  };
});
afterAll(async () => {
  await site.close();
  await decoy.close();
});

beforeEach(() => {
  requested = [];
});
afterEach(() => site.clearRequests());

const browser = () => startChromium(process.env.MAGPIE_CHROMIUM ?? "");
const render = (path: string, limits = LIMITS, deadline = Date.now() + 60_000) =>
  renderPage(MERCARI + path, deadline, { fetch, startChromium: browser, limits });
const cards = (html: string) => [...html.matchAll(/<a data-testid="thumbnail-link" href="\/item\/(m\d+)"/g)].length;

describe("a search page that scripts fill", () => {
  it("has all its cards when it is rendered, although the page fills only the cards inside the window", async () => {
    // Under the address of a redirect within the site: the script reads the address.
    const page = await render("/moved?keyword=lens");
    expect(page).toMatchObject({ url: `${MERCARI}/search?keyword=lens`, status: 200, retryAfterSeconds: null });
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(cards(page.html)).toBe(CARDS);
    expect(page.html).toContain('aria-label="レンズ 119の画像 1119円"');
    expect(page.html).not.toContain("loading-skeleton");
    expect(page.html).toMatch(/^<!DOCTYPE html><html lang="ja">[\s\S]*<\/html>$/);

    // It requests the resources that its text needs and no image, in Japanese, with our name in the User-Agent.
    const paths = site.requests().map(({ path, query }) => `${path}?${query}`);
    expect(paths.sort()).toEqual([
      "/app.css?",
      "/app.js?",
      "/list.json?keyword=lens",
      "/moved?keyword=lens",
      "/search?keyword=lens",
    ]);
    for (const { headers } of site.requests()) {
      expect(headers["user-agent"]).toMatch(/^Mozilla\/5\.0 .*Chrome\/[\d.]+ .* Magpie\/1 /);
      expect(headers["accept-language"]).toMatch(/^ja/);
    }
  });

  it("has them, too, when its script computes for seconds before it asks for its data", async () => {
    const page = await render("/slow");
    expect(cards(page.html)).toBe(CARDS);
  });

  it("is a shell when it is fetched without scripts", async () => {
    const page = await httpPageSource(fetch)(`${MERCARI}/search?keyword=lens`, 10_000);
    expect([page.status, cards(page.html)]).toEqual([200, 0]);
    expect(page.html).toContain("loading-skeleton");
  });
});

describe("a response without listings", () => {
  it("is returned unchanged when the site refuses: its scripts are not run", async () => {
    expect(await render("/blocked")).toMatchObject({ status: 403 });
    expect(site.requests()).toHaveLength(1);
  });

  it.each([
    ["rendered", render],
    ["http", (path: string) => httpPageSource(fetch)(MERCARI + path, 10_000)],
  ])("is the redirect itself when it points away from the site (%s)", async (_source, get) => {
    expect(await get("/left")).toMatchObject({ url: `${MERCARI}/left`, status: 302 });
    expect(site.requests().map(({ host }) => host)).toEqual(["jp.mercari.com"]);
  });
});

describe("a page whose scripts are refused their data", () => {
  /** Requests data, and then shows this text. */
  const requestsAndShows = (address: string, shown: string) =>
    `fetch("${address}").catch(() => {}).then(() => { document.querySelector("main").innerHTML = ${JSON.stringify(shown)} })`;
  const SAYS_NOTHING_FOUND = "<p>出品された商品がありません</p>";
  const CARD = `<ul id="item-grid"><li data-testid="item-cell">
    <a data-testid="thumbnail-link" href="/item/m00000000001"><div class="merItemThumbnail" role="img" id="m00000000001"
    aria-label="カメラの画像 900円"></div></a></li></ul>`;

  it.each([
    ["http://api.mercari.jp/status/429", "<p></p>", "rate_limited", 900],
    ["http://api.mercari.jp/status/429", SAYS_NOTHING_FOUND, "rate_limited", 900],
    ["http://jp.mercari.com/status/403", SAYS_NOTHING_FOUND, "blocked", 900],
  ])(
    "has the refusal's status when it shows no listing (%s, %s)",
    async (address, shown, errorKind, retryAfterSeconds) => {
      hostile = requestsAndShows(address, shown);
      const page = await render("/hostile");
      expect(readSearchPage(page)).toEqual({ kind: "error", errorKind, transient: false, retryAfterSeconds });
      expect(log.lines("page_data_refused")).toMatchObject([{ level: "WARN", place: address }]);
    },
  );

  it.each([
    ["shows a listing", "http://api.mercari.jp/status/403", CARD, "items"],
    ["is refused by another host", "http://mercari.com.example/status/403", SAYS_NOTHING_FOUND, "no_results"],
    ["misses another response", "http://api.mercari.jp/status/401", SAYS_NOTHING_FOUND, "no_results"],
  ])("keeps its own outcome when it %s", async (_what, address, shown, kind) => {
    hostile = requestsAndShows(address, shown);
    const page = await render("/hostile");
    expect(page).toMatchObject({ status: 200, retryAfterSeconds: null });
    expect(readSearchPage(page)).toMatchObject({ kind });
    expect(site.requests(({ path }) => path.startsWith("/status/"))).toHaveLength(1);
    expect(log.lines("page_data_refused")).toEqual([]);
  });
});

describe("a hostile page", () => {
  /** Each script appends its name to the page when it has finished. */
  const tries = (here: string): Readonly<Record<string, string>> => ({
    fetch: `await fetch("http://${here}/f").catch(() => {})`,
    "a fetch that is redirected": `await fetch("/to-decoy").catch(() => {})`,
    "a fetch without CORS": `await fetch("http://${here}/n", { mode: "no-cors" }).catch(() => {})`,
    beacon: `navigator.sendBeacon("http://${here}/b", "x")`,
    image: `await new Promise((done) => { const i = new Image(); i.onload = i.onerror = done; i.src = "http://${here}/i" })`,
    media: `new Audio("http://${here}/a").load()`,
    frame: `const f = document.createElement("iframe"); f.src = "http://${here}/"; document.body.append(f)`,
    links: `for (const rel of ["prefetch", "preconnect", "dns-prefetch", "preload", "manifest", "icon", "prerender"]) {
      const l = document.createElement("link"); l.rel = rel; l.href = "http://${here}/" + rel; l.as = "script"; document.head.append(l)
    }`,
    "speculation rules": `const r = document.createElement("script"); r.type = "speculationrules";
      r.textContent = JSON.stringify({ prerender: [{ urls: ["http://${here}/p"] }], prefetch: [{ urls: ["/hostile?2"] }] });
      document.head.append(r)`,
    "event source": `new EventSource("http://${here}/e")`,
    WebSocket: `await new Promise((done) => { const w = new WebSocket("ws://${here}/w"); w.onclose = w.onerror = done })`,
    WebTransport: `await new WebTransport("https://${here}/t").ready.catch(() => {})`,
    WebRTC: `const c = new RTCPeerConnection({ iceServers: [{ urls: "stun:${here}" },
      { urls: ["turn:${here}?transport=tcp", "turn:${here}?transport=udp"], username: "u", credential: "c" }] });
      c.createDataChannel("d"); await c.setLocalDescription(await c.createOffer());
      const sdp = "v=0\\r\\no=- 1 1 IN IP4 0.0.0.0\\r\\ns=-\\r\\nt=0 0\\r\\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\\r\\n" +
        "c=IN IP4 0.0.0.0\\r\\na=ice-ufrag:abcd\\r\\na=ice-pwd:" + "p".repeat(24) + "\\r\\na=fingerprint:sha-256 " +
        Array(32).fill("AB").join(":") + "\\r\\na=setup:active\\r\\na=mid:0\\r\\na=sctp-port:5000\\r\\n" +
        "a=candidate:1 1 udp 2113937151 127.0.0.1 ${decoy.port} typ host\\r\\n";
      await c.setRemoteDescription({ type: "answer", sdp })`,
    worker: `new Worker("/worker.js"); try { new SharedWorker("/worker.js") } catch {}`,
    "service worker": `await navigator.serviceWorker?.register("/worker.js").catch(() => {})`,
    "pop-up": `open("http://${here}/o")`,
    form: `const m = document.createElement("form"); m.action = "http://${here}/m"; m.method = "post"; document.body.append(m); m.submit()`,
    navigation: `location.href = "http://${here}/l"`,
  });

  it("can send no request past the outbound fetch, and the page itself stays", async () => {
    const all = Object.entries(tries(`127.0.0.1:${decoy.port}`));
    const each = all.map(
      ([name, script]) => `(async () => { ${script} })().catch(() => {}).then(() => tried(${JSON.stringify(name)}))`,
    );
    hostile = `const tried = (name) => document.querySelector("main").append("[" + name + "]"); ${each.join(";\n")}`;
    const { html } = await render("/hostile");
    const tried = /<main>A page\[(.*?)\]<\/main>/.exec(html)?.[1]?.split("][");
    expect(tried?.sort()).toEqual(all.map(([name]) => name).sort());
    expect(decoy.touched()).toBe(0);
    // The connection was attempted, and was stopped at the outbound check.
    const there = requested
      .filter(({ url }) => String(url).includes(`:${decoy.port}/`))
      .map(({ url }) => new URL(url).pathname);
    expect(there).toEqual(expect.arrayContaining(["/f", "/n"]));
    expect(requested.map(({ url }) => String(url))).toContain(`${MERCARI}/to-decoy`);
    expect(site.requests(({ path }) => path === "/secret")).toEqual([]);
  });
});

describe("a page that never settles", () => {
  it("is returned as it is when its time is over", async () => {
    hostile = `setInterval(() => document.querySelector("main").append("もう一つ "), 20)`;
    const page = await render("/hostile", { ...LIMITS, settle: { ...LIMITS.settle, atMostMs: 2_000 } });
    expect(page.html).toMatch(/もう一つ もう一つ [\s\S]*<\/html>$/);
  });

  it("is a time-out when its state can't be read", async () => {
    const begin = performance.now();
    await expect(render("/endless", { ...LIMITS, totalMs: 1_500 })).rejects.toMatchObject({ kind: "timeout" });
    expect(performance.now() - begin).toBeLessThan(15_000);
  });

  it("is an error when the browser crashes, and the next page works", async () => {
    const started: Chromium[] = [];
    const mortal = async () => {
      const chromium = await browser();
      started.push(chromium);
      return chromium;
    };
    const dying = renderPage(`${MERCARI}/search`, Date.now() + 60_000, {
      limits: LIMITS,
      startChromium: mortal,
      fetch: async (request) => {
        if (String(request.url).endsWith("/list.json")) await started[0]?.kill();
        return fetch(request);
      },
    });
    await expect(dying).rejects.toMatchObject({ name: "OutboundError", kind: "network" });
    expect(cards((await render("/search")).html)).toBe(CARDS);
  });
});

describe("after the caller's deadline", () => {
  it("no page is requested, even if its browser has just started", async () => {
    await expect(render("/search", LIMITS, Date.now() + 1)).rejects.toMatchObject({ kind: "timeout" });
    expect(requested).toEqual([]);
  });

  it("the page has ended, and all of its requests", async () => {
    const begin = Date.now();
    await expect(render("/endless", LIMITS, begin + 3_000)).rejects.toMatchObject({ kind: "timeout" });
    expect(Date.now() - begin).toBeLessThan(15_000);
    // How far the page came before its end depends on the machine.
    expect(["/app.css", "/endless", "/endless.js"]).toEqual(
      expect.arrayContaining(requested.map(({ url }) => new URL(url).pathname)),
    );
    expect(requested.filter(({ timeoutMs }) => timeoutMs > 3_000)).toEqual([]);
  });

  it("further requests of the page are not sent", async () => {
    hostile = `for (let i = 0; i < 3; i += 1) fetch("/app.css?" + i).catch(() => {})`;
    let answer: (() => void) | undefined;
    const waits = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await renderPage(`${MERCARI}/hostile`, Date.now() + 60_000, {
      startChromium: browser,
      limits: { ...LIMITS, settle: { ...LIMITS.settle, atMostMs: 2_000 }, requests: { ...LIMITS.requests, atOnce: 1 } },
      fetch: async (request) => {
        const response = await fetch(request);
        if (String(request.url).includes("/app.css")) await waits;
        return response;
      },
    });
    answer?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(requested.filter(({ url }) => String(url).includes("/app.css"))).toHaveLength(1);
  });
});

describe("the requests of a page are limited", () => {
  it("in number and in bytes", async () => {
    hostile = `for (let i = 0; i < 40; i += 1) fetch("/app.css?" + i).catch(() => {})`;
    await render("/hostile", { ...LIMITS, requests: { ...LIMITS.requests, requests: 10 } });
    expect(site.requests(({ path }) => path === "/app.css")).toHaveLength(10);
    site.clearRequests();
    await render("/hostile", { ...LIMITS, requests: { ...LIMITS.requests, bytes: 200, atOnce: 1 } });
    expect(site.requests(({ path }) => path === "/app.css").length).toBeLessThan(10);
  });
});

it("the packages' browser is unpacked into one folder for this user alone, whatever is beside it", async () => {
  const shared = mkdtempSync(join(tmpdir(), "magpie-test-"));
  vi.stubEnv("TMPDIR", shared);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(shared, { recursive: true });
  });
  const [one, other] = await Promise.all([unpackChromium(), unpackChromium()]);
  expect(other).toEqual(one);
  expect(readdirSync(shared)).toEqual(["magpie-chromium"]);
  expect(statSync(join(shared, "magpie-chromium")).mode & 0o777).toBe(0o700);
  const files = readdirSync(join(shared, "magpie-chromium"), { recursive: true, encoding: "utf8" });
  const owners = files.map((file) => statSync(join(shared, "magpie-chromium", file)).uid);
  expect(new Set(owners)).toEqual(new Set([process.getuid?.()]));
  for (const path of [one.path, ...Object.values(one.env)]) expect(path).toMatch(`${shared}/magpie-chromium`);
  expect(readFileSync(join(String(one.env.FONTCONFIG_PATH), "fonts.conf"), "utf8")).not.toMatch(/>\/(var|opt)/);
});
