import type { NewBookmark } from "../answers.ts";
import { looksLikeDeck } from "../deck-address.ts";
import type { MagpieClient } from "../magpie-client.ts";
import { ApiProblem } from "../magpie-error.ts";
import type { CreateOptions, RetryPolicy, RetryWait } from "../transport.ts";
import { contentKey } from "./content-key.ts";
import type { ReadEntry } from "./file-entry.ts";
import { TagReader } from "./file-tags.ts";
import { newBookmark } from "./new-bookmark.ts";
import type { Remarks } from "./remark-list.ts";
import { RemarkList } from "./remark-list.ts";
import type { Remark, RemarkCode } from "./remarks.ts";

/** What an import has done so far. */
export interface ImportReport {
  /** Entries that were looked at: the sum of `created`, `existing`, `notDecks` and those refused. */
  readonly entries: number;
  /** Saved by this import. */
  readonly created: number;
  /** There already: saved before, by an earlier import of the file, or by an entry before. */
  readonly existing: number;
  /** Of both, those that are stocks: slide decks. */
  readonly stocks: number;
  /** Pages that are no slide decks, which an import of decks only leaves out. */
  readonly notDecks: number;
  /** Entries that were not saved. */
  readonly refused: Remarks;
  /** What of saved entries the API does not take. */
  readonly leftOut: Remarks;
  /** Saved entries whose date names no time zone and was read as UTC. */
  readonly withoutZone: number;
}

/** The options of an import. */
export interface ImportOptions {
  /** Whether slide decks become stocks, whose title is then the deck's own. `only`: and nothing else is saved. */
  readonly slides?: boolean | "only";
  /** Called after each entry, always with the same object, which grows. */
  readonly onProgress?: (report: ImportReport) => void;
  /** Called before each wait, e.g. at the API's rate limit. */
  readonly onRetry?: (wait: RetryWait) => void;
  /** Ends the import between two requests; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly now?: Date;
}

/**
 * An import runs alone, so it waits as long as the API asks: when a day's imports are used up, until the next day, with an
 * attempt each hour.
 */
const RETRY: Partial<RetryPolicy> = { maxAttempts: 40, longestWaitMs: 60_000, deadlineMs: 26 * 3_600_000 };

/** Refusals of one entry's content; any other refusal concerns all of them. */
const CONTENT_STATUSES = [400, 413, 422];

/** The API's codes for addresses that it refuses. */
const REFUSALS: Readonly<Record<string, RemarkCode>> = {
  invalid_url: "invalid_address",
  blocked_address: "blocked_address",
  invalid_format: "no_deck",
  unsupported_url_type: "no_deck",
};

/**
 * Saves the entries of a file one after another, in their order. Each has a key that its content determines, so that an
 * import that was cut off is repeated as a whole: what it saved is found, and nothing is saved twice.
 *
 * @param client null for a dry run: entries are only read and checked, and `created` counts those that would be sent
 * @returns the report; `onProgress` has had it so far when the import rejects
 * @throws ApiProblem, NetworkFailure when the API refuses more than an entry's content, or is out of reach for long
 */
export async function importBookmarks(
  client: Pick<MagpieClient, "bookmarks" | "stocks"> | null,
  entries: AsyncIterable<ReadEntry> | Iterable<ReadEntry>,
  { slides = false, onProgress, onRetry, signal, now = new Date() }: ImportOptions = {},
): Promise<ImportReport> {
  const refused = new RemarkList();
  const leftOut = new RemarkList();
  const report = { entries: 0, created: 0, existing: 0, stocks: 0, notDecks: 0, refused, leftOut, withoutZone: 0 };
  const tags = new TagReader();
  const options = { retry: RETRY, ...(onRetry && { onRetry }), ...(signal && { signal }) };

  for await (const entry of entries) {
    signal?.throwIfAborted();
    const prepared =
      "unreadable" in entry ? { refused: { code: entry.unreadable, detail: "" } } : newBookmark(entry, now, tags);
    if ("refused" in prepared) refused.add(entry, prepared.refused);
    else if (slides === "only" && !looksLikeDeck(prepared.bookmark.url)) report.notDecks += 1;
    else {
      try {
        const outcome = client === null ? null : await save(client, prepared.bookmark, slides, options);
        report[outcome === null || outcome.created ? "created" : "existing"] += 1;
        if (outcome?.stock) report.stocks += 1;
        if ("withoutZone" in entry && entry.withoutZone) report.withoutZone += 1;
        for (const remark of prepared.leftOut) leftOut.add(entry, remark);
      } catch (error) {
        if (!(error instanceof ApiProblem) || !CONTENT_STATUSES.includes(error.status)) throw error;
        refused.add(entry, refusalOf(error));
      }
    }
    report.entries += 1;
    onProgress?.(report);
  }
  return report;
}

function refusalOf({ code, detail, errors }: ApiProblem): Remark {
  const known = REFUSALS[code ?? ""];
  if (known !== undefined) return { code: known, detail: "" };
  return { code: "refused", detail: [detail, ...errors.map(({ path, message }) => `${path} ${message}.`)].join(" ") };
}

async function save(
  { bookmarks, stocks }: Pick<MagpieClient, "bookmarks" | "stocks">,
  bookmark: NewBookmark,
  slides: boolean | "only",
  options: CreateOptions,
): Promise<{ readonly created: boolean; readonly stock: boolean }> {
  let created = false;
  const keyed = async (path: string, body: object): Promise<CreateOptions> => ({
    ...options,
    idempotencyKey: await contentKey(path, body),
    onCreated: (isNew) => {
      created = isNew;
    },
  });
  if (slides && looksLikeDeck(bookmark.url)) {
    const { url, note, tags, saved_at } = bookmark;
    const stock = {
      url,
      ...(note ? { memo: note } : {}),
      ...(tags ? { tags } : {}),
      ...(saved_at ? { saved_at } : {}),
    };
    try {
      await stocks.save(stock, await keyed("/v1/stocks", stock));
      return { created, stock: true };
    } catch (error) {
      // It may be another page of a deck's site.
      if (slides === "only" || !(error instanceof ApiProblem) || error.status !== 400) throw error;
    }
  }
  await bookmarks.save(bookmark, await keyed("/v1/bookmarks", bookmark));
  return { created, stock: false };
}
