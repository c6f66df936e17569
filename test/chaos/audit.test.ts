import { describe, expect, it } from "vitest";
import type { SeenItem } from "./audit-items.ts";
import { auditItems } from "./audit-items.ts";
import type { SentMentions } from "./audit-messages.ts";
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

  it("counts a deletion as finished, and a failure as failed", () => {
    const entries = [SAVED, entry({ verb: "delete" }), entry({ subject: "b", id: "2" })];
    const [saved] = ofItems(entries, [{ ...ITEM, id: "2", subject: "b", state: "failed", text: null }]);
    expect(saved).toMatchObject({ accepted: 2, finished: 1, failed: 1 });
  });
});

const RUN = entry({ feature: "run", verb: "announce", subject: "tea", id: "run" });
const ENDED = { id: "run", status: "finished", stop_reason: "exhausted" } as const;
const CRAWL = entry({ feature: "crawl", verb: "announce", subject: "lens", id: "queued" });
const PRODUCT = { name: "lens", rows: ["m1"], onSale: ["m1"], crawls: [{ id: "c", finishedAt: 200 }] };
const UNFINISHED = { ...PRODUCT, rows: ["m2", "m2"], crawls: [{ id: "c", finishedAt: 50 }] };
const DELIVERY = { recommendationId: "1", target: "a", status: "sent" } as const;
const TOLD_TWICE = { deliveries: [DELIVERY], received: [100, 300].map((at) => ({ target: "a", at })) };
const MENTION = { id: "1", source: "a", status: "verified" };

const ofRuns = (runs: Parameters<typeof auditRuns>[1], ...listed: readonly string[]) =>
  auditRuns([RUN], runs, { listed, expected: ["x"] });
const ofDeliveries = (seen: Partial<SentMentions>, ...entries: readonly Entry[]) => [
  auditDeliveries(new Map([["a", [SAVED, ...entries]]]), { ...TOLD_TWICE, interruptions: [], ...seen }),
];

it.each<[string, readonly Row[], string[]]>([
  ["a run that has ended", ofRuns([ENDED], "x"), []],
  ["a run that is not there, without its books", ofRuns([]), ["runs of jobs lost", "books of the runs lost"]],
  [
    "a run in progress that is there twice, as its book is",
    ofRuns([{ ...ENDED, status: "running" }, ENDED], "x", "x"),
    ["runs of jobs doubled", "runs of jobs stuck", "books of the runs doubled"],
  ],
  ["a crawl that has ended", auditCrawls([CRAWL], [PRODUCT]), []],
  [
    "crawls that have not, with their listings",
    auditCrawls([CRAWL], [UNFINISHED, { ...UNFINISHED, name: "other", rows: ["m1"] }]),
    ["crawls doubled", "crawls stuck", "listings of the crawls lost", "listings of the crawls doubled"],
  ],
  ["a Webmention for each announcement", ofDeliveries({}, entry({ verb: "announce" })), []],
  ["one more for an interruption in between", ofDeliveries({ interruptions: [200] }), []],
  ["one more for a later interruption", ofDeliveries({ interruptions: [400] }), ["Webmentions sent toldTwice"]],
  [
    "two deliveries of one Webmention, of which one is pending",
    ofDeliveries({ deliveries: [DELIVERY, { ...DELIVERY, status: "pending" }], received: [] }),
    ["Webmentions sent doubled", "Webmentions sent stuck"],
  ],
  ["no delivery", ofDeliveries({ deliveries: [], received: [] }), ["Webmentions sent lost"]],
  ["a mention", [auditMentions([SAVED], ["a"], [MENTION])], []],
  ["no mention", [auditMentions([SAVED], [], [])], ["Webmentions received lost", "Webmentions received stuck"]],
  [
    "two mentions",
    [auditMentions([SAVED], ["a"], [MENTION, { ...MENTION, id: "2" }])],
    ["Webmentions received doubled"],
  ],
  ["a notice", [auditNotices(["1"], ["1"], ["text"])], []],
  ["a notice that is posted twice", [auditNotices(["1"], ["1", "1"], [])], ["notices toldTwice"]],
  ["a notice that is mailed twice", [auditNotices(["1"], [], ["text", "text"])], ["notices toldTwice"]],
])("the audit of work and messages, of %s", (_, rows, found) => {
  expect(defects(rows)).toEqual(found);
});

it("the audit of work counts as finished only what must be there", () => {
  const rows = [...ofRuns([ENDED], "x", "y"), ...auditCrawls([CRAWL], [{ ...PRODUCT, rows: ["m1", "sold"] }])];
  expect(rows.map(({ accepted, finished }) => [accepted, finished])).toEqual(Array(4).fill([1, 1]));
});

it("the table has a line for each row, and the ids of each defect", () => {
  const rows = ofItems([SAVED], []);
  expect(tableOf(rows)).toMatch(/^request +accepted .*\nitems: saved +1 +0 +0 +0 +1 [\s\S]*\nitems: saved, lost: a$/);
  expect([hasDefect(rows), hasDefect(ofItems([SAVED], [ITEM]))]).toEqual([true, false]);
});
