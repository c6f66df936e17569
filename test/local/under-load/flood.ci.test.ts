import { request as httpRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, jsonAnswer, startSimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import type { SlideSites } from "../../../lib/local/sites/slide-sites.ts";
import { startSlideSites } from "../../../lib/local/sites/slide-sites.ts";
import { secretArn } from "../../../lib/local/template/identities.ts";
import { synthesized } from "../../infra/synthesized.ts";
import type { QueuesAnswer, Reply } from "../api-client.ts";
import { clientOptions } from "../client-options.ts";
import { RecommendationsSystem } from "../stories/recommendations-system.ts";
import { until } from "../until.ts";
import { untilDrained } from "./until-drained.ts";

/** Requests of the flood: nine of each kind, so that each of the pages is read; more clicks than count, and more mails than are sent. */
const REQUESTS = 63;
/** Waits are scaled less than elsewhere: processing a page takes real time, and reconcile must not resend its message. */
const SCALE = 0.05;
/** The number of concurrent requests of the flood. */
const STRANGERS = 6;
/** The limit of mails to administrators in a day, with the one digest. */
const MAILS_A_DAY = 10;
/** The flood may run across midnight UTC. */
const DAYS = 2;
/** The clicks without a token that count for a recommendation, a block of addresses and a day. */
const CLICKS_A_DAY = 10;
/** Milliseconds for all work behind the flood, far more than needed: the test gives up when nothing moves. */
const WORK_MS = 1_800_000;
/** The size of a page that a verification of a mention reads, in bytes. */
const PAGE_BYTES = 1_000_000;

const TARGET = "https://alice.example/";
const LIST = "/.well-known/recommendations.json";
/** Where the pages lie that users save; all others are the worst ones of strangers. */
const SAVED = "/saved/page-";
const repeated = (...parts: readonly string[]) => parts.join("").repeat(Math.floor(PAGE_BYTES / parts.join("").length));

/** Pages that once took quadratic time, or a node for each letter. */
const WORST_PAGES = [
  `<script>${repeated("</script ")}`,
  repeated("<b><i>"),
  repeated("&nbsp; "),
  repeated("&"),
  repeated(">", "<i>"),
  repeated("<table><td>"),
  repeated("<!--"),
  `<img srcset="${repeated("a, ")}">`,
  `<a href="${TARGET}">us</a>${repeated("<a href=//x.example>")}`,
];

/** A page of mentions in the API's format. */
interface MentionPage {
  readonly mentions: readonly { readonly source: string }[];
  readonly next_cursor: string | null;
}

let slides: SlideSites;
let strangers: SimulatedSite;
let system: RecommendationsSystem;
/** CloudFront's header, by which the viewer's address is trusted. */
let viewerSecret: string;

beforeAll(async () => {
  slides = await startSlideSites();
  strangers = await startSimulatedSite(({ path }) => {
    if (path === LIST) return jsonAnswer(200, [{ url: TARGET }]);
    if (path.startsWith(SAVED)) return htmlAnswer(200, "<title>A user's page</title><p>A hedge.</p>");
    return htmlAnswer(200, WORST_PAGES[Number(path.split("/").at(-1)) % WORST_PAGES.length] ?? "");
  });
  const egressMap = { ...slides.egressMap, "*": strangers.origin };
  system = await RecommendationsSystem.start("https://alice.example", egressMap, { timeScale: SCALE, schedules: true });
  viewerSecret = await secretOf(system);
});

/** The value of the stack's only secret. */
async function secretOf({ outputs }: RecommendationsSystem): Promise<string> {
  const client = new SecretsManagerClient(clientOptions(outputs, outputs.sqs_endpoint));
  const [[logicalId] = [""]] = synthesized("local").some("AWS::SecretsManager::Secret");
  const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId: secretArn(logicalId) }));
  return SecretString;
}

afterAll(async () => {
  await system.close();
  await Promise.all([slides.close(), strangers.close()]);
});

/** A request from one of this machine's loopback addresses, as from many networks. @returns its status */
function from(
  address: number,
  method: string,
  path: string,
  { body = "", ...headers }: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { port } = new URL(system.outputs.api_url);
  return new Promise((done, fail) => {
    const sent = httpRequest(
      { host: "127.0.0.1", port, method, path, headers, localAddress: `127.0.1.${address}` },
      (answer) => answer.resume().once("end", () => done(answer.statusCode ?? 0)),
    );
    sent.once("error", fail);
    sent.end(body);
  });
}

const FORM = { host: "alice.example", "content-type": "application/x-www-form-urlencoded" };
const form = (source: string) => new URLSearchParams({ source, target: TARGET }).toString();

/** Kinds of requests, in turn: long orders, clicks, mentions by pages and by lists, forms of many names. */
const KINDS = [..."ocpcllf"] as const;
/** The requests of the flood. @param turn counts from 0 */
function hostileRequest(turn: number, recommendation: string): Promise<number> {
  const address = 1 + (turn % 200);
  switch (KINDS[turn % KINDS.length]) {
    case "p":
      return from(address, "POST", "/webmentions", { ...FORM, body: form(`https://h${turn}.flood.example/p/${turn}`) });
    case "l":
      return from(address, "POST", "/webmentions", { ...FORM, body: form(`https://h${turn}.flood.example${LIST}`) });
    case "f":
      return from(address, "POST", "/webmentions", { ...FORM, body: "abc=&".repeat(13_000) });
    case "o":
      return from(address, "GET", `/v1/recommendations?order=${"a,".repeat(3_500)}`);
    default:
      return from(address, "POST", `/v1/recommendations/${recommendation}/clicked`, {
        "x-magpie-viewer": viewerSecret,
        // All addresses are in one block of 64 bits, as CloudFront reports it.
        "cloudfront-viewer-address": `2001:db8:0:1:${turn.toString(16)}:0:0:1:443`,
      });
  }
}

/** A user's saves, one after the other until the flood has ended. */
async function savesUntil(over: () => boolean) {
  const stocks: string[] = [];
  const bookmarks: string[] = [];
  while (!over()) {
    const number = stocks.length;
    stocks.push((await system.member.save(`https://speakerdeck.com/flood/deck-${number}`)).id);
    const page = { url: `https://blog.example${SAVED}${number}` };
    const { status, body } = await system.member.call<{ id: string }>("POST", "/v1/bookmarks", page);
    expect(status).toBe(201);
    bookmarks.push(body.id);
  }
  return { stocks, bookmarks };
}

/** The sources of all verified mentions. */
async function verifiedSources(): Promise<string[]> {
  const sources: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const path: string = `/v1/mentions?status=verified&limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const { body }: Reply<MentionPage> = await system.admin.call("GET", path);
    sources.push(...body.mentions.map(({ source }) => source));
    cursor = body.next_cursor;
  }
  return sources;
}

it("a flood of anonymous requests costs no user a save, causes no other dead letter, and sends no more mails than the daily limit", {
  timeout: WORK_MS,
}, async () => {
  const { id: recommendation } = await system.add({ title: "A garden", url: "https://garden.example/" });
  const statuses = new Map<number, number>();
  let turn = 0;
  let clicks = 0;
  const flood = async () => {
    while (turn < REQUESTS) {
      turn += 1;
      const own = turn;
      let status = await hostileRequest(own, recommendation);
      // Who is refused by the throttle, or by a busy service, asks again, as long as it takes.
      while (status === 429 || status === 503) {
        await pause(100);
        status = await hostileRequest(own, recommendation);
      }
      if (KINDS[own % KINDS.length] === "c" && status === 204) clicks += 1;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const honest = from(250, "POST", "/webmentions", { ...FORM, body: form(`https://honest.example${LIST}`) });
  let isOver = false;
  const floods = Promise.all(Array.from({ length: STRANGERS }, flood)).finally(() => {
    isOver = true;
  });
  const [saved] = await Promise.all([savesUntil(() => isOver), floods]);

  expect(await honest).toBe(202);
  expect(saved.stocks.length).toBeGreaterThan(0);
  // Each was accepted or rejected: none caused an error of our own.
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  const queues = await untilDrained(
    async () => (await system.admin.call<QueuesAnswer>("GET", "/v1/ops/queues")).body.queues,
  );
  for (const id of saved.stocks) {
    const stock = await until(
      `stock ${id} is settled`,
      () => system.member.stock(id),
      ({ status }) => status !== "pending",
    );
    expect(stock.status).toBe("ready");
  }
  for (const id of saved.bookmarks) {
    const bookmark = await until(
      `bookmark ${id} is settled`,
      async () => (await system.member.call<{ status: string }>("GET", `/v1/bookmarks/${id}`)).body,
      ({ status }) => status === "done" || status === "failed",
    );
    expect(bookmark.status).toBe("done");
  }
  expect(queues.filter(({ dlq_depth }) => dlq_depth > 0)).toEqual([]);
  const mails = await system.mailed();
  expect(mails.length).toBeGreaterThan(0);
  expect(mails.length).toBeLessThanOrEqual(DAYS * (MAILS_A_DAY + 1));
  // One block's clicks of a day, from any number of addresses.
  const counted = (await system.recommendation(recommendation, "count.clicks"))?.count?.clicks ?? 0;
  expect(counted).toBeGreaterThanOrEqual(Math.min(clicks, CLICKS_A_DAY));
  expect(counted).toBeLessThanOrEqual(DAYS * CLICKS_A_DAY);
  expect(await verifiedSources()).toContain(`https://honest.example${LIST}`);
});
