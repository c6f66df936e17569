import { looksLikeDeck } from "../addresses/deck-address.ts";
import type { NewBookmark, NewStock } from "../answers.ts";
import type { MagpieClient } from "../magpie-client.ts";
import { ApiProblem } from "../magpie-error.ts";
import type { CreateOptions, RetryPolicy, RetryWait } from "../transport.ts";
import type { ColumnCount } from "./column-counts.ts";
import { countColumns } from "./column-counts.ts";
import { contentKey } from "./content-key.ts";
import type { ReadEntry } from "./file-entry.ts";
import { TagReader } from "./file-tags.ts";
import type { MergedEntry } from "./merge-entries.ts";
import { mergeEntries } from "./merge-entries.ts";
import type { PreparedBookmark, RefusedEntry } from "./new-bookmark.ts";
import { newBookmark } from "./new-bookmark.ts";
import type { Remarks } from "./remark-list.ts";
import { RemarkList } from "./remark-list.ts";
import type { Remark, RemarkCode } from "./remarks.ts";

/** What an import has done so far. */
export interface ImportReport {
  /** Entries that were looked at: the sum of `created`, `existing`, `merged`, `notDecks` and those refused. */
  readonly entries: number;
  /** Saved by this import. */
  readonly created: number;
  /** There already: saved before, or by an earlier import of the file. They stay as they are. */
  readonly existing: number;
  /** Further entries of a page of the file, which are merged with its first one. */
  readonly merged: number;
  /** Of both, those that are stocks: slide decks. */
  readonly stocks: number;
  /** Pages that are no slide decks, which an import of decks only leaves out. */
  readonly notDecks: number;
  /** Entries that were not saved. */
  readonly refused: Remarks;
  /** The parts of saved entries that the API does not take, and of known pages the texts that are not added. */
  readonly leftOut: Remarks;
  /** The columns of the file, in JSON its fields, in HTML its attributes: how many of their values were read. */
  readonly columns: readonly ColumnCount[];
  /** Saved entries whose date names no time zone and was read as UTC. */
  readonly withoutZone: number;
}

export interface ImportOptions {
  /** Whether slide decks become stocks, whose title is then the deck's own. `only`: and nothing else is saved. */
  readonly slides?: boolean | "only";
  /** Called after each entry, in the order of the file, always with the same object, which grows. */
  readonly onProgress?: (report: ImportReport) => void;
  /** Stores the report so far, every `KEPT_EVERY` entries; the import continues once it is stored. */
  readonly keep?: (report: ImportReport) => Promise<void>;
  /**
   * The report that `keep` stored before this import was interrupted: it continues behind these entries of the same file.
   */
  readonly resumed?: ImportReport;
  /** Called before each wait of an entry, e.g. at the API's rate limit. */
  readonly onRetry?: (wait: RetryWait) => void;
  /** The waits of an entry; default: as long as the API asks, up to a day. */
  readonly retry?: Partial<RetryPolicy>;
  /** Ends the import; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** When the import began: all of its parts need the same, from which the keys are derived. */
  readonly now?: Date;
}

/** An import waits as long as the API asks: when a day's imports are used up, until the next day. */
const RETRY: Partial<RetryPolicy> = { maxAttempts: 40, longestWaitMs: 60_000, deadlineMs: 26 * 3_600_000 };

/** Entries that are sent at once. A browser has six connections to a host; one stays free for its person. */
const AT_ONCE = 5;

/** After a wait one entry is sent at a time, and one more after this many successes, so that few requests are throttled. */
const SENT_FOR_ONE_MORE = 10;

/** Entries between two reports that are stored. */
const KEPT_EVERY = 25;

/** Refusals of one entry's content; any other refusal concerns all of them. */
const CONTENT_STATUSES = [400, 413, 422];

/** The API's codes for addresses that it refuses. */
const REFUSALS: Readonly<Record<string, RemarkCode>> = {
  invalid_url: "invalid_address",
  blocked_address: "blocked_address",
  invalid_format: "no_deck",
  unsupported_url_type: "no_deck",
};

/** A report of an import that has sent nothing. */
export const NO_ENTRIES: ImportReport = {
  entries: 0,
  created: 0,
  existing: 0,
  merged: 0,
  stocks: 0,
  notDecks: 0,
  withoutZone: 0,
  columns: [],
  refused: new RemarkList(),
  leftOut: new RemarkList(),
};

/**
 * Saves the entries of a file, some at once, in their order. Each has a key that its content determines, so that an import
 * that was interrupted can be repeated as a whole, or continued, and nothing is saved twice. Entries of one page are merged
 * before anything is sent, so that the whole file is read first.
 *
 * @param client null for a dry run: entries are only read and checked, and `created` counts those that would be sent
 * @returns the report; `onProgress` has had it so far when the import rejects
 * @throws ApiProblem, NetworkFailure when the API refuses more than an entry's content, or can't be reached for long
 */
export async function importBookmarks(
  client: Pick<MagpieClient, "bookmarks" | "stocks"> | null,
  entries: AsyncIterable<ReadEntry> | Iterable<ReadEntry>,
  { slides = false, onProgress, keep, resumed, onRetry, retry = RETRY, signal, now = new Date() }: ImportOptions = {},
): Promise<ImportReport> {
  const refused = new RemarkList(resumed?.refused);
  const leftOut = new RemarkList(resumed?.leftOut);
  const columns = [...(resumed ?? NO_ENTRIES).columns];
  const report: Growing = { ...(resumed ?? NO_ENTRIES), refused, leftOut, columns };
  const before = report.entries;
  const tags = new TagReader();
  const underWay: Sending[] = [];
  let atOnce = AT_ONCE;
  let settledNow = 0;
  const ending = new AbortController();
  const end = () => ending.abort(signal?.reason);
  signal?.addEventListener("abort", end);
  const options: CreateOptions = {
    retry,
    signal: ending.signal,
    onRetry(wait) {
      atOnce = 1;
      onRetry?.(wait);
    },
  };

  /** Reports the first entry in progress, when it has been answered. */
  const settleFirst = async () => {
    signal?.throwIfAborted();
    const [first] = underWay;
    const settled = await first?.settled;
    underWay.shift();
    if (first === undefined || settled === undefined) return;
    if ("error" in settled) {
      const { error } = settled;
      if (!(error instanceof ApiProblem) || !CONTENT_STATUSES.includes(error.status)) throw error;
      refused.add(first.entry, refusalOf(error));
    } else if ("refused" in settled) refused.add(first.entry, settled.refused);
    else if ("notDeck" in settled) report.notDecks += 1;
    else {
      report[settled.created ? "created" : "existing"] += 1;
      if (settled.stock) report.stocks += 1;
      if ("withoutZone" in first.entry && first.entry.withoutZone) report.withoutZone += 1;
      for (const remark of settled.leftOut) leftOut.add(first.entry, remark);
      atOnce = Math.min(AT_ONCE, atOnce + 1 / SENT_FOR_ONE_MORE);
    }
    for (const each of first.columns) countColumns(columns, each);
    report.merged += first.columns.length - 1;
    report.entries += first.columns.length;
    settledNow += 1;
    onProgress?.(report);
    if (settledNow % KEPT_EVERY === 0) await keep?.(report);
  };

  try {
    let place = 0;
    let sentNow = 0;
    for (const { entry, columns: all } of await mergeEntries(entries)) {
      place += all.length;
      if (place <= before) continue;
      const prepared: PreparedBookmark | RefusedEntry =
        "unreadable" in entry ? { refused: { code: entry.unreadable, detail: "" } } : newBookmark(entry, now, tags);
      while (underWay.length >= Math.floor(atOnce)) await settleFirst();
      // The first ones may have been sent before this import was interrupted.
      sentNow += 1;
      const isRepeated = resumed !== undefined && sentNow <= KEPT_EVERY + AT_ONCE;
      const request = await keyed(prepared, slides, client === null);
      const sent = send(client, request, slides, { ...options, isRepeated });
      underWay.push({ entry, columns: all, settled: sent.catch((error: unknown) => ({ error })) });
    }
    while (underWay.length > 0) await settleFirst();
  } catch (error) {
    ending.abort(error);
    throw error;
  } finally {
    signal?.removeEventListener("abort", end);
    // Nothing is sent any more when it has ended.
    await Promise.all(underWay.map(({ settled }) => settled));
  }
  return report;
}

type Growing = { -readonly [Name in keyof ImportReport]: ImportReport[Name] };

interface Sending extends MergedEntry {
  readonly settled: Promise<Settled | { readonly error: unknown }>;
}

/** The outcome of an entry. */
type Settled =
  | RefusedEntry
  | { readonly notDeck: true }
  | { readonly created: boolean; readonly stock: boolean; readonly leftOut: readonly Remark[] };

type Keyed = RefusedEntry | { readonly notDeck: true } | (PreparedBookmark & { stock: NewStock | null; key: string });

/**
 * Derives the key, before the next entry is read: requests begin in the order of the file. A dry run sends nothing, and needs
 * none: a hash takes ten times as long as reading an entry.
 */
async function keyed(
  prepared: PreparedBookmark | RefusedEntry,
  slides: boolean | "only",
  isDryRun: boolean,
): Promise<Keyed> {
  if ("refused" in prepared) return prepared;
  const { bookmark } = prepared;
  const isDeck = looksLikeDeck(bookmark.url);
  if (slides === "only" && !isDeck) return { notDeck: true };
  const { url, note, tags, saved_at, unread = false, starred } = bookmark;
  const stock =
    slides && isDeck
      ? {
          url,
          ...(note ? { memo: note } : {}),
          ...(tags ? { tags } : {}),
          ...(saved_at ? { saved_at } : {}),
          unread,
          ...(starred && { starred }),
        }
      : null;
  if (isDryRun) return { ...prepared, stock, key: "" };
  const key = await (stock === null ? contentKey("/v1/bookmarks", bookmark) : contentKey("/v1/stocks", stock));
  return { ...prepared, stock, key };
}

/** Sends an entry; without a client it only says what would be sent. */
async function send(
  client: Pick<MagpieClient, "bookmarks" | "stocks"> | null,
  entry: Keyed,
  slides: boolean | "only",
  options: CreateOptions,
): Promise<Settled> {
  if (!("bookmark" in entry)) return entry;
  const { bookmark, leftOut, stock } = entry;
  if (client === null) return { created: true, stock: false, leftOut };
  let { key } = entry;
  let created = false;
  const withKey = (): CreateOptions => ({
    ...options,
    idempotencyKey: key,
    onCreated: (isNew) => {
      created = isNew;
    },
  });
  if (stock !== null) {
    try {
      const there = await client.stocks.save(stock, withKey());
      return {
        created,
        stock: true,
        leftOut: created ? leftOut : [...leftOut, ...notAdded(bookmark, there.memo, there.tags)],
      };
    } catch (error) {
      // It may be another page of a deck's site.
      if (slides === "only" || !(error instanceof ApiProblem) || error.status !== 400) throw error;
    }
    key = await contentKey("/v1/bookmarks", bookmark);
  }
  const there = await client.bookmarks.save(bookmark, withKey());
  return {
    created,
    stock: false,
    leftOut: created ? leftOut : [...leftOut, ...notAdded(bookmark, there.note, there.tags)],
  };
}

/** The parts of an entry that are not saved, since its page was there already with this note and these tags. */
function notAdded(
  { note = "", tags = [] }: NewBookmark,
  noteThere: string | null,
  tagsThere: readonly string[],
): Remark[] {
  const known = new Set(tagsThere.map((tag) => tag.toLowerCase()));
  const isKept = (noteThere ?? "").includes(note ?? "") && (tags ?? []).every((tag) => known.has(tag.toLowerCase()));
  return isKept ? [] : [{ code: "not_added", detail: "" }];
}

function refusalOf({ code, detail, errors }: ApiProblem): Remark {
  const known = REFUSALS[code ?? ""];
  if (known !== undefined) return { code: known, detail: "" };
  return { code: "refused", detail: [detail, ...errors.map(({ path, message }) => `${path} ${message}.`)].join(" ") };
}
