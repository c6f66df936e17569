import { describe, expect, it } from "vitest";
import type { SeenItem } from "./audit-items.ts";
import { auditItems } from "./audit-items.ts";
import { auditDeliveries, auditMentions, auditNotices } from "./audit-messages.ts";
import { auditCrawls, auditRuns } from "./audit-work.ts";
import type { Entry } from "./journal.ts";
import type { Row } from "./row.ts";
import { DEFECTS, hasDefect, tableOf } from "./row.ts";

const BASE: Entry = {
  feature: "stock",
  verb: "save",
  sender: "user-0",
  subject: "a",
  outcome: "accepted",
  id: null,
  text: null,
  reason: null,
  attempts: 1,
  at: 100,
};
const entry = (changes: Partial<Entry>): Entry => ({ ...BASE, ...changes });
const SAVED = entry({ id: "1", text: "first" });
const ITEM: SeenItem = { id: "1", subject: "a", state: "finished", text: "first" };

/** The defects of rows: `row defect: ids`. */
const defects = (rows: readonly Row[]) =>
  rows.flatMap((row) => DEFECTS.filter((defect) => row[defect].length > 0).map((defect) => `${row.what} ${defect}`));
const ofItems = (entries: readonly Entry[], seen: readonly SeenItem[]) =>
  auditItems(
    "items",
    Map.groupBy(entries, ({ subject }) => subject),
    seen,
  );

describe("the audit of items", () => {
  it.each<[string, Entry[], SeenItem[]]>([
    ["a saved item is there", [SAVED], [ITEM]],
    ["a save without an answer was carried out", [entry({ outcome: "unknown", text: "first" })], [ITEM]],
    ["a save without an answer was not carried out", [entry({ outcome: "unknown" })], []],
    ["a changed item", [SAVED, entry({ verb: "change", text: "second" })], [{ ...ITEM, text: "second" }]],
    ["a change without an answer", [SAVED, entry({ verb: "change", text: "second", outcome: "unknown" })], [ITEM]],
    ["a change was refused", [SAVED, entry({ verb: "change", text: "second", outcome: "refused" })], [ITEM]],
    ["a deleted item is gone", [SAVED, entry({ verb: "delete" })], []],
    ["a deletion without an answer", [SAVED, entry({ verb: "delete", outcome: "unknown" })], [ITEM]],
    ["a failure that its user sees", [SAVED], [{ ...ITEM, state: "failed" }]],
  ])("permits: %s", (_, entries, seen) => {
    expect(defects(ofItems(entries, seen))).toEqual([]);
  });

  it.each<[string, Entry[], SeenItem[], string]>([
    ["a saved item is not there", [SAVED], [], "items: saved lost"],
    ["an item is there twice", [SAVED], [ITEM, { ...ITEM, id: "2" }], "items: saved doubled"],
    [
      "two items have one id",
      [SAVED, entry({ subject: "b" })],
      [ITEM, { ...ITEM, subject: "b" }],
      "items: saved doubled",
    ],
    ["a save was answered with two ids", [SAVED, entry({ id: "2" })], [ITEM], "items: saved doubled"],
    ["an item has another id than the answer", [SAVED], [{ ...ITEM, id: "2" }], "items: saved doubled"],
    ["nobody sent it", [], [ITEM], "items: saved doubled"],
    ["it is pending", [SAVED], [{ ...ITEM, state: "pending" }], "items: saved stuck"],
    ["a change is not there", [SAVED, entry({ verb: "change", text: "second" })], [ITEM], "items: changed lost"],
    ["a deleted item is there", [SAVED, entry({ verb: "delete" })], [ITEM], "items: deleted lost"],
  ])("finds: %s", (_, entries, seen, defect) => {
    expect(defects(ofItems(entries, seen))).toEqual([defect]);
  });

  it("counts what was deleted as finished, and a failure as one", () => {
    const entries = [SAVED, entry({ verb: "delete" }), entry({ subject: "b", id: "2" })];
    const [saved] = ofItems(entries, [{ ...ITEM, id: "2", subject: "b", state: "failed", text: null }]);
    expect(saved).toMatchObject({ accepted: 2, finished: 1, failed: 1 });
  });
});

const RUN = entry({ feature: "run", verb: "announce", subject: "tea", id: "run" });
const ENDED = { id: "run", status: "finished", stop_reason: "exhausted" } as const;
const CRAWL = entry({ feature: "crawl", verb: "announce", subject: "lens", id: "queued" });
const PRODUCT = { name: "lens", rows: ["m1"], onSale: ["m1"], crawls: [{ id: "c", finishedAt: 200 }] };

describe("the audit of work", () => {
  it("permits what has ended", () => {
    expect(defects(auditRuns([RUN], [ENDED], { listed: ["x"], expected: ["x"] }))).toEqual([]);
    expect(defects(auditCrawls([CRAWL], [PRODUCT]))).toEqual([]);
  });

  it("finds runs and books that are lost, doubled or stuck", () => {
    expect(defects(auditRuns([RUN], [], { listed: [], expected: ["x"] }))).toEqual([
      "runs of jobs lost",
      "books of the runs lost",
    ]);
    const running = { ...ENDED, status: "running" } as const;
    expect(defects(auditRuns([RUN], [running, ENDED], { listed: ["x", "x"], expected: ["x"] }))).toEqual([
      "runs of jobs doubled",
      "runs of jobs stuck",
      "books of the runs doubled",
    ]);
  });

  it("counts as finished only what must be there", () => {
    const runs = auditRuns([RUN], [ENDED], { listed: ["x", "y"], expected: ["x"] });
    const crawls = auditCrawls([CRAWL], [{ ...PRODUCT, rows: ["m1", "sold"] }]);
    const counts = [...runs, ...crawls].map(({ accepted, finished }) => [accepted, finished]);
    expect(counts).toEqual(Array.from({ length: 4 }, () => [1, 1]));
  });

  it("finds crawls and listings that are lost, doubled or stuck", () => {
    const product = { ...PRODUCT, rows: ["m2", "m2"], crawls: [{ id: "c", finishedAt: 50 }] };
    expect(defects(auditCrawls([CRAWL], [product, { ...product, name: "other", rows: ["m1"] }]))).toEqual([
      "crawls doubled",
      "crawls stuck",
      "listings of the crawls lost",
      "listings of the crawls doubled",
    ]);
  });
});

const DELIVERY = { recommendationId: "1", target: "a", status: "sent" } as const;
const about = (...entries: readonly Entry[]) => new Map([["a", entries]]);

describe("the audit of messages", () => {
  it("permits a Webmention for each announcement, and one more for an interruption in between", () => {
    const received = [100, 300].map((at) => ({ target: "a", at }));
    const twice = about(SAVED, entry({ verb: "announce" }));
    expect(defects([auditDeliveries(twice, { deliveries: [DELIVERY], received, interruptions: [] })])).toEqual([]);
    const interruptions = [200];
    expect(defects([auditDeliveries(about(SAVED), { deliveries: [DELIVERY], received, interruptions })])).toEqual([]);
  });

  it("finds Webmentions that are told twice, lost, doubled or stuck", () => {
    const received = [100, 300].map((at) => ({ target: "a", at }));
    const seen = {
      deliveries: [DELIVERY, { ...DELIVERY, status: "pending" } as const],
      received,
      interruptions: [400],
    };
    expect(defects([auditDeliveries(about(SAVED), seen)])).toEqual([
      "Webmentions sent doubled",
      "Webmentions sent stuck",
      "Webmentions sent toldTwice",
    ]);
    expect(defects([auditDeliveries(about(SAVED), { ...seen, deliveries: [], received: [] })])).toEqual([
      "Webmentions sent lost",
    ]);
  });

  it("finds mentions that are lost, doubled or stuck", () => {
    const mention = { id: "1", source: "a", status: "verified" };
    expect(defects([auditMentions([SAVED], ["a"], [mention])])).toEqual([]);
    expect(defects([auditMentions([SAVED], [], [])])).toEqual([
      "Webmentions received lost",
      "Webmentions received stuck",
    ]);
    expect(defects([auditMentions([SAVED], ["a"], [mention, { ...mention, id: "2" }])])).toEqual([
      "Webmentions received doubled",
    ]);
  });

  it("finds notices that are told twice", () => {
    expect(defects([auditNotices(["1"], ["1"], ["text"])])).toEqual([]);
    expect(defects([auditNotices(["1"], ["1", "1"], [])])).toEqual(["notices toldTwice"]);
    expect(defects([auditNotices(["1"], [], ["text", "text"])])).toEqual(["notices toldTwice"]);
  });
});

it("the table has a line for each row, and the ids of each defect", () => {
  const rows = ofItems([SAVED], []);
  expect(tableOf(rows)).toMatch(/^request +accepted .*\nitems: saved +1 +0 +0 +0 +1 [\s\S]*\nitems: saved, lost: a$/);
  expect([hasDefect(rows), hasDefect(ofItems([SAVED], [ITEM]))]).toEqual([true, false]);
});
