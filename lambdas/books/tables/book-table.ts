import { isDeepStrictEqual } from "node:util";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Page, Position } from "../../shared/http/pagination.ts";
import { findPage } from "../../shared/search/find-page.ts";
import type { SortedPosition } from "../../shared/search/find-sorted-page.ts";
import { findSortedPage } from "../../shared/search/find-sorted-page.ts";
import { matchesSearch } from "../../shared/search/matches-search.ts";
import type { Condition } from "../../shared/search/parse-search.ts";
import type { KeySort } from "../../shared/search/sort.ts";
import { sortKey } from "../../shared/search/sort.ts";
import { fromAttributes, toAttributes } from "../../shared/table/attribute-names.ts";
import { has, is, isAbsent, isPresent } from "../../shared/table/expression.ts";
import type { MergedList, Place } from "../../shared/table/merged-page.ts";
import { mergedPage } from "../../shared/table/merged-page.ts";
import { shardOf, shardsOf } from "../../shared/table/shards.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { itemsWithKeys } from "../../shared/table/table-batch.ts";
import type { Changes } from "../../shared/table/update.ts";
import { REMOVED, STILL_HOLDS } from "../../shared/table/update.ts";
import type { Book } from "../domain/book.ts";
import { bookText, searched } from "../domain/book-search.ts";
import type { Cover } from "../domain/cover.ts";
import { isCoverDue } from "../domain/cover.ts";
import type { Run } from "../domain/job.ts";

export interface StoredBook extends Book {
  /** Names of the jobs that have found it, unordered. */
  readonly jobs: readonly string[];
  readonly firstSeenAt: string;
  /** Of the run that found the book first; books of version 1.0.0 have none. */
  readonly runId: string | null;
  readonly cover: Cover | null;
}

export interface StoredBooks {
  /** How many were new. */
  readonly stored: number;
  /** Whether the job had found all of them before; false for a page without books. */
  readonly allKnown: boolean;
  /** The ids of those whose cover is to be copied, or whose copy is to be deleted. */
  readonly coversDue: readonly string[];
}

/** Which page of the books, of all jobs or of one. `position`: a place for each partition that has more. */
interface BookPage {
  readonly job: string | undefined;
  readonly limit: number;
  readonly position: Position | undefined;
  /** Otherwise the newest first. */
  readonly isOldestFirst?: boolean;
}

/** Which page of the books by title or site. */
interface SortedBookPage extends Pick<BookPage, "job" | "limit"> {
  readonly sort: KeySort;
  readonly sought: readonly Condition[];
  readonly position: SortedPosition | undefined;
}

const BOOKS = "books";
export const BOOK_PARTITIONS = shardsOf(BOOKS);

/** Items that a filtered read examines, and such reads in one request beyond the first of each partition: 4 MB at 2 KB. */
const FILTERED_AT_ONCE = 100;
const MOST_FILTERED_READS = 15;
/** Searches of one partition in one request, likewise: each reads at most four times 250 KB of texts. */
const MOST_SEARCHES = 5;

/** Much more than the clocks of two containers differ by. */
const CLOCK_DIFFERENCE_MS = 60_000;
/** Local index `by_first_seen_at`: the books in order of `first_seen_at`. Reads are consistent. */
const BY_FIRST_SEEN_AT = "by_first_seen_at";

/**
 * The books of table `books`: partition key `pk` = a shard of `books`, sort key `sk` = the book's id. One item for each book:
 * `book` (the fields), search_text (made of them), `jobs` (string set), first_seen_at, run_id (of the run that found it
 * first), cover (of, path). A book is written when it is new, when another job finds it, when the fields of its volume have
 * changed, or its cover was copied; another volume of the same ISBN changes nothing.
 */
export class BookTable extends StoredTable {
  /**
   * Stores the books that a job has found. Repeating it writes nothing.
   *
   * @param runId of the run that has found them; stored in the new ones
   * @param since books that the job has found before count as known only if they were first seen before this time, too
   */
  async store(job: string, found: readonly Book[], now: Date, since: Date = now, runId?: string): Promise<StoredBooks> {
    // Of several volumes of one book, the first one counts.
    const books = found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index);
    const known = await this.#get(books.map(({ id }) => id));
    let stored = 0;
    let allKnown = books.length > 0;
    const coversDue: string[] = [];
    // Sequential: a page of forty is fast enough, and a job must not take the table's throughput from users.
    for (const book of books) {
      const item = known.get(book.id);
      if (item === undefined) {
        allKnown = false;
        stored += (await this.#add(job, book, now, runId)) ? 1 : 0;
        if (isCoverDue({ ...book, cover: null })) coversDue.push(book.id);
        continue;
      }
      const there = toStoredBook(item);
      allKnown &&= isKnownTo(job, there, since);
      if (!isUpToDate(there, job, book)) await this.#update(item, job, book);
      const { thumbnailUrl } = there.volumeId === book.volumeId ? book : there;
      if (isCoverDue({ thumbnailUrl, cover: there.cover })) coversDue.push(book.id);
    }
    return { stored, allKnown, coversDue };
  }

  async get(id: string): Promise<StoredBook | null> {
    const item = await this.itemAt<BookItem>(bookKey(id));
    return item === null ? null : toStoredBook(item);
  }

  /** The books that there are of these. */
  async getAll(ids: readonly string[]): Promise<readonly StoredBook[]> {
    return Array.from((await this.#get(ids)).values(), toStoredBook);
  }

  /**
   * Stores the outcome of copying a book's cover, or that the book has none.
   *
   * @returns false when the book has another address of a cover meanwhile
   */
  setCover({ id, thumbnailUrl }: StoredBook, cover: Cover | null): Promise<boolean> {
    return this.updateItem(bookKey(id), {
      set: { cover: cover ?? REMOVED },
      when: [is("book.thumbnail_url", thumbnailUrl)],
      ownWrite: STILL_HOLDS,
    });
  }

  /** A page of the books. With `job`, the books of other jobs are read, too, and left out. */
  async list({ job, isOldestFirst = false, ...page }: BookPage): Promise<Page<StoredBook>> {
    const filter = job === undefined ? undefined : { expression: "contains(jobs, :value)", value: job };
    const { items, position } = await mergedPage({ ...this.#byTime(filter, { isOldestFirst }), isOldestFirst }, page);
    return { items: items.map(toStoredBook), position };
  }

  /** The books that a run was the first to find, the latest first, at most `limit`. */
  async listNew({ id, startedAt }: Pick<Run, "id" | "startedAt">, limit: number): Promise<readonly StoredBook[]> {
    // The clocks of two containers may differ.
    const from = new Date(Date.parse(startedAt) - CLOCK_DIFFERENCE_MS).toISOString();
    const list = this.#byTime({ expression: "run_id = :value", value: id }, { from });
    const { items } = await mergedPage(list, { limit, position: undefined });
    return items.map(toStoredBook);
  }

  /**
   * A page of the books that a search finds, of all jobs or of one. Index `search` is eventually consistent: a
   * book may be found a moment after it was written.
   */
  async search({
    sought,
    job,
    isOldestFirst = false,
    ...page
  }: BookPage & { readonly sought: readonly Condition[] }): Promise<Page<StoredBook>> {
    const { items, position } = await mergedPage<BookItem>(
      {
        partitions: BOOK_PARTITIONS,
        placeOf,
        mostReads: MOST_SEARCHES,
        isOldestFirst,
        read: async (partition, after, about) => {
          const found = await findPage<BookItem, BookItem>(
            this.client,
            this.table,
            {
              partition: ["pk", partition],
              sortKeys: ["sk", "first_seen_at"],
              mayMatch: (entry) => matchesSearch(toSearched(entry), sought),
              matches: (item) => isFound(item, sought, job),
              isOldestFirst,
              share: BOOK_PARTITIONS.length,
            },
            { limit: about, position: after && { sk: after.id, first_seen_at: after.time } },
          );
          return { items: found.items, read: found.position && placeOf(found.position as unknown as BookItem) };
        },
      },
      page,
    );
    return { items: items.map(toStoredBook), position };
  }

  /** A page of the books by title or site, of all or of those that a search finds. Reads may be behind by a moment. */
  async sorted({
    sort,
    sought,
    job,
    ...page
  }: SortedBookPage): Promise<{ readonly items: readonly StoredBook[]; readonly position: SortedPosition | null }> {
    const { items, position } = await findSortedPage<BookItem>(
      this.client,
      this.table,
      {
        index: BY_FIRST_SEEN_AT,
        attributes: ["pk", "sk", "first_seen_at"],
        partitions: BOOK_PARTITIONS,
        partitionOf: (id) => bookKey(id).pk,
        placeOf: (item) =>
          isFound(item, sought, job)
            ? { key: sortKey(sort, toSearched(item)), time: item.first_seen_at, id: item.sk }
            : null,
      },
      page,
    );
    return { items: items.map(toStoredBook), position };
  }

  /** The books in order of time, without those that a filter excludes. @param from the earliest `first_seen_at` */
  #byTime(
    filter?: { readonly expression: string; readonly value: string },
    { from, isOldestFirst = false }: { readonly from?: string; readonly isOldestFirst?: boolean } = {},
  ): MergedList<BookItem> {
    return {
      partitions: BOOK_PARTITIONS,
      placeOf,
      mostReads: filter === undefined ? Number.POSITIVE_INFINITY : MOST_FILTERED_READS,
      read: async (partition, after, about) => {
        const { Items = [], LastEvaluatedKey: last } = await this.client.send(
          new QueryCommand({
            TableName: this.table,
            IndexName: BY_FIRST_SEEN_AT,
            ConsistentRead: true,
            ScanIndexForward: isOldestFirst,
            KeyConditionExpression: `pk = :books${from === undefined ? "" : " AND first_seen_at >= :from"}`,
            ...(filter && { FilterExpression: filter.expression }),
            ExpressionAttributeValues: { ":books": partition, ":from": from, ":value": filter?.value },
            ExclusiveStartKey: after && { pk: partition, sk: after.id, first_seen_at: after.time },
            Limit: filter === undefined ? about : FILTERED_AT_ONCE,
          }),
        );
        return { items: Items as BookItem[], read: last === undefined ? null : placeOf(last as BookItem) };
      },
    };
  }

  async #get(ids: readonly string[]): Promise<ReadonlyMap<string, BookItem>> {
    if (ids.length === 0) return new Map();
    const items = await itemsWithKeys<BookItem>(this.client, this.table, ids.map(bookKey));
    return new Map(items.map((item) => [item.sk, item]));
  }

  /** @returns false when another run has added the book concurrently; then the job is added to it */
  async #add(job: string, book: Book, now: Date, runId: string | undefined): Promise<boolean> {
    const first_seen_at = now.toISOString();
    const key = bookKey(book.id);
    const added = await this.putItem(key, {
      item: {
        book: toAttributes(book),
        search_text: bookText(book),
        jobs: new Set([job]),
        first_seen_at,
        ...(runId === undefined ? {} : { run_id: runId }),
      },
      when: [isAbsent("sk")],
      ownWrite: [is("first_seen_at", first_seen_at), has("jobs", job)],
    });
    if (!added) await this.#addJobs(key, [job]);
    return added;
  }

  async #update(item: BookItem, job: string, book: Book): Promise<void> {
    const there = toStoredBook(item);
    if (there.volumeId !== book.volumeId || isSame(there, book)) return this.#addJobs(item, [job]);
    await this.#change(item, {
      set: { book: toAttributes(book), search_text: bookText(book) },
      add: { jobs: new Set([job]) },
    });
  }

  async #addJobs(key: BookKey, jobs: Iterable<string>): Promise<void> {
    await this.#change(key, { add: { jobs: new Set(jobs) } });
  }

  /** @throws Error when the item does not exist: books are never deleted */
  async #change({ pk, sk }: BookKey, changes: Changes): Promise<void> {
    const update = { ...changes, when: [isPresent("sk")], ownWrite: STILL_HOLDS } as const;
    if (!(await this.updateItem({ pk, sk }, update))) {
      throw new Error("A stored book is not there any more.");
    }
  }
}

function isKnownTo(job: string, there: StoredBook, since: Date): boolean {
  return there.jobs.includes(job) && Date.parse(there.firstSeenAt) < since.getTime();
}

function isUpToDate(there: StoredBook, job: string, book: Book): boolean {
  return there.jobs.includes(job) && (there.volumeId !== book.volumeId || isSame(there, book));
}

function isSame(there: StoredBook, book: Book): boolean {
  const { jobs: _jobs, firstSeenAt: _firstSeenAt, runId: _runId, cover: _cover, ...known } = there;
  return isDeepStrictEqual(known, book);
}

type BookKey = Readonly<Record<"pk" | "sk", string>>;

function bookKey(id: string): BookKey {
  return { pk: shardOf(BOOKS, id), sk: id };
}

interface BookItem extends BookKey {
  readonly book: unknown;
  readonly search_text: string;
  readonly jobs: ReadonlySet<string>;
  readonly first_seen_at: string;
  readonly run_id?: string;
  readonly cover?: Cover;
}

function placeOf({ sk, first_seen_at }: Pick<BookItem, "sk" | "first_seen_at">): Place {
  return { time: first_seen_at, id: sk };
}

function toSearched({ search_text, first_seen_at }: Pick<BookItem, "search_text" | "first_seen_at">) {
  return searched(search_text, first_seen_at);
}

function isFound(item: BookItem, sought: readonly Condition[], job: string | undefined): boolean {
  return (job === undefined || item.jobs.has(job)) && matchesSearch(toSearched(item), sought);
}

function toStoredBook(item: BookItem): StoredBook {
  return {
    ...fromAttributes<Book>(item.book),
    jobs: [...item.jobs],
    firstSeenAt: item.first_seen_at,
    runId: item.run_id ?? null,
    cover: item.cover ?? null,
  };
}
