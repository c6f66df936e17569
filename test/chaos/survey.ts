import { isDeepStrictEqual } from "node:util";
import type { MagpieClient } from "../../client/index.ts";
import type { Sync } from "../../client/sync/sync.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import type { Mail } from "../../lib/local/emulators/mail-store.ts";
import type { Outputs } from "../../lib/local/outputs.ts";
import { allOf } from "../client/moving/all-of.ts";
import { ApiClient } from "../local/api-client.ts";
import type { SeenItem } from "./audit-items.ts";
import { auditItems } from "./audit-items.ts";
import { auditDeliveries, auditMentions, auditNotices } from "./audit-messages.ts";
import type { SeenProduct } from "./audit-work.ts";
import { auditCrawls, auditRuns } from "./audit-work.ts";
import { addressesOf } from "./editors.ts";
import type { Entry, Journal } from "./journal.ts";
import type { Senders } from "./load.ts";
import type { Row } from "./row.ts";
import { rowOf } from "./row.ts";
import type { Sites } from "./sites.ts";

/** What the whole system is read and audited with. */
export interface Surveyed {
  readonly journal: Journal;
  readonly senders: Senders;
  readonly operator: MagpieClient;
  readonly sites: Sites;
  readonly copy: Sync;
  /** Sources of the mentions before the second system sent any again. */
  readonly mentionsAtFirst: readonly string[];
  readonly outputs: Outputs;
}

/** Reads everything through the API, and compares it with the journal and with what the sites received. */
export async function survey(of: Surveyed): Promise<Row[]> {
  const { journal, operator, copy } = of;
  const rows = [...(await savedItems(of)), await followed(of.senders.follower.client, copy), ...(await work(of))];
  const bySubject = plainSubjects(journal.bySubject("recommendation"));
  const seen = await allOf(operator.recommendations.all());
  const items = seen.map(({ id, url, title }): SeenItem => ({ id, subject: url, state: "finished", text: title }));
  return [...rows, ...auditItems("recommendations", bySubject, items), ...(await messages(of, bySubject))];
}

/** Entries by their subjects alone, where one sender has all of them. */
function plainSubjects(entries: ReadonlyMap<string, readonly Entry[]>): Map<string, readonly Entry[]> {
  return new Map([...entries.values()].map((about) => [String(about[0]?.subject), about]));
}

async function savedItems({ journal, senders }: Surveyed): Promise<Row[]> {
  const stocks: SeenItem[] = [];
  const bookmarks: SeenItem[] = [];
  for (const { client } of senders.users) {
    for await (const { id, original_url: subject, status, memo } of client.stocks.all()) {
      stocks.push({ id, subject, state: status === "ready" ? "finished" : status, text: memo });
    }
    bookmarks.push(...(await bookmarksOf(client)));
  }
  const imported = new Map<string, Entry[]>();
  for (const entry of journal.entries.filter(({ feature }) => feature === "import")) {
    for (const url of addressesOf(entry.subject)) imported.set(url, [entry]);
  }
  const importer = (await bookmarksOf(senders.importer.client)).map((bookmark) => ({ ...bookmark, text: null }));
  return [
    ...auditItems("decks", plainSubjects(journal.bySubject("stock")), stocks),
    ...auditItems("pages", plainSubjects(journal.bySubject("bookmark")), bookmarks),
    ...auditItems("imported pages", imported, importer).slice(0, 1),
  ];
}

async function bookmarksOf({ bookmarks }: MagpieClient): Promise<SeenItem[]> {
  const seen: SeenItem[] = [];
  for await (const { id, url: subject, status, note } of bookmarks.all()) {
    const state = status === "done" ? "finished" : status === "failed" ? "failed" : "pending";
    seen.push({ id, subject, state, text: note });
  }
  return seen;
}

/** The copy that followed the changes through all faults, against the lists. */
async function followed(client: MagpieClient, copy: Sync): Promise<Row> {
  await copy.refresh();
  const current = new Map<string, unknown>();
  for await (const item of client.bookmarks.all()) current.set(`bookmark ${item.id}`, item);
  for await (const item of client.stocks.all()) current.set(`stock ${item.id}`, item);
  const copied = new Map(copy.list().map(({ type, id, item }) => [`${type} ${id}`, item]));
  const differs = [...current].filter(([name, item]) => !isDeepStrictEqual(copied.get(name), item));
  return rowOf("items in a copy that follows", [], {
    accepted: current.size,
    finished: current.size - differs.length,
    lost: differs.map(([name]) => name),
    doubled: [...copied.keys()].filter((name) => !current.has(name)),
  });
}

async function work({ journal, operator, sites }: Surveyed): Promise<Row[]> {
  const ofFeature = (wanted: Entry["feature"]) => journal.entries.filter(({ feature }) => feature === wanted);
  const jobs = await allOf(operator.jobs.all());
  const runs = [];
  for (const { name } of jobs) runs.push(...(await allOf(operator.jobs.allRuns(name))));
  const collected = (await allOf(operator.books.all())).map(({ id }) => id);
  const expected = jobs.length === 0 ? [] : sites.google.distinctBooks().map(({ identity }) => derivedId(...identity));
  const products: SeenProduct[] = [];
  for await (const { id, name } of operator.products.all()) {
    const results = await allOf(operator.products.allResults(id));
    const crawls = await allOf(operator.products.allCrawlRuns(id));
    products.push({
      name,
      rows: results.map((result) => result.external_id),
      onSale: sites.mercari.items().flatMap((item) => (item.state === "on_sale" ? [item.id] : [])),
      crawls: crawls.map((crawl) => ({ id: crawl.id, finishedAt: Date.parse(crawl.finished_at) })),
    });
  }
  return [
    ...auditRuns(ofFeature("run"), runs, { listed: collected, expected }),
    ...auditCrawls(ofFeature("crawl"), products),
  ];
}

async function messages(
  { journal, operator, sites, mentionsAtFirst, outputs }: Surveyed,
  recommendations: ReadonlyMap<string, readonly Entry[]>,
): Promise<Row[]> {
  const deliveries = (await allOf(operator.recommendations.allDeliveries())).map((delivery) => {
    return { recommendationId: delivery.recommendation_id, target: delivery.target, status: delivery.status };
  });
  const received = sites.garden
    .requests((request) => request.method === "POST" && sites.wasAnswered(request))
    .map(({ body, at }) => ({ target: String(new URLSearchParams(body).get("target")), at }));
  const mentions = await allOf(operator.mentions.all());
  const noticePage = await operator.notices.list({ limit: 100 });
  const posted = sites.hooks.requests().map(({ body }) => String(JSON.parse(body).id));
  const store = new ApiClient(outputs.mail.url, outputs.tokens.admin);
  const { body } = await store.call<{ emails: readonly Mail[] }>("GET", "/store");
  const toAdministrators = body.emails.filter(({ destination }) => destination.to.includes("admin@magpie.example"));
  return [
    auditDeliveries(recommendations, { deliveries, received, interruptions: journal.interruptions }),
    auditMentions(
      journal.entries.filter(({ feature }) => feature === "mention"),
      mentionsAtFirst,
      mentions,
    ),
    auditNotices(
      noticePage.notices.map(({ id }) => id),
      posted,
      toAdministrators.map(({ subject, body }) => `${subject}: ${body.text}`),
    ),
  ];
}
