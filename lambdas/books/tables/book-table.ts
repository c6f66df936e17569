import { isDeepStrictEqual } from "node:util";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Page, Position } from "../../shared/http/pagination.ts";
import { searchedPage } from "../../shared/search/search-page.ts";
import type { SearchTerms } from "../../shared/search/search-terms.ts";
import { holdsAll } from "../../shared/search/search-terms.ts";
import { fromAttributes, toAttributes } from "../../shared/table/attribute-names.ts";
import type { Update } from "../../shared/table/conditional-write.ts";
import { conditionalPut, conditionalUpdate, STILL_HOLDS } from "../../shared/table/conditional-write.ts";
import { itemsWithKeys } from "../../shared/table/table-batch.ts";
import { queriedPage } from "../../shared/table/table-query.ts";
import type { Book } from "../domain/book.ts";
import { bookText } from "../domain/book-search.ts";
import type { Run } from "../domain/job.ts";

/** A book that jobs have found. */
export interface StoredBook extends Book {
  /** Names of the jobs that have found it, unordered. */
  readonly jobs: readonly string[];
  readonly firstSeenAt: string;
}

/** The result of storing the books of a page. */
export interface StoredBooks {
  /** How many were new. */
  readonly stored: number;
  /** Whether the job had found all of them before; false for a page without books. */
  readonly allKnown: boolean;
}

const BOOKS = "books";
/** Much more than the clocks of two containers differ by. */
const CLOCK_DIFFERENCE_MS = 60_000;
/** Local index `by_first_seen_at`: the books in order of `first_seen_at`. Reads are consistent. */
const BY_FIRST_SEEN_AT = "by_first_seen_at";

/**
 * The books of table `books`: partition key `pk` = `books`, sort key `sk` = the book's id. One item for each book: `book`
 * (the fields), search_text (made of them), `jobs` (string set), first_seen_at, run_id (of the run that found it first). A
 * book is written when it is new, when another job finds it, or when the fields of its volume have changed; another volume
 * of the same ISBN changes nothing.
 */
export class BookTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

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
    // Sequential: a page of forty is fast enough, and a job must not take the table's throughput from users.
    for (const book of books) {
      const there = known.get(book.id);
      allKnown &&= there !== undefined && isKnownTo(job, there, since);
      if (there === undefined) stored += (await this.#add(job, book, now, runId)) ? 1 : 0;
      else if (!isUpToDate(there, job, book)) await this.#update(there, job, book);
    }
    return { stored, allKnown };
  }

  /** A page of the books, newest first. With `job`, the books of other jobs are read too and left out. */
  async list({
    job,
    limit,
    position,
  }: {
    job: string | undefined;
    limit: number;
    position: Position | undefined;
  }): Promise<Page<StoredBook>> {
    const { items, last } = await queriedPage<BookItem>(
      this.#client,
      {
        TableName: this.#name,
        IndexName: BY_FIRST_SEEN_AT,
        ConsistentRead: true,
        ScanIndexForward: false,
        KeyConditionExpression: "pk = :books",
        ...(job === undefined ? {} : { FilterExpression: "contains(jobs, :job)" }),
        ExpressionAttributeValues: { ":books": BOOKS, ...(job === undefined ? {} : { ":job": job }) },
      },
      limit,
      position && { ...position, pk: BOOKS },
    );
    return {
      items: items.map(toStoredBook),
      position: last === null ? null : { sk: last.sk, first_seen_at: last.first_seen_at },
    };
  }

  /** The books that a run has found first, the latest first, at most `limit`. */
  async newIn({ id, startedAt }: Pick<Run, "id" | "startedAt">, limit: number): Promise<readonly StoredBook[]> {
    // The clocks of two containers may differ.
    const from = new Date(Date.parse(startedAt) - CLOCK_DIFFERENCE_MS).toISOString();
    const { items } = await queriedPage<BookItem>(
      this.#client,
      {
        TableName: this.#name,
        IndexName: BY_FIRST_SEEN_AT,
        ConsistentRead: true,
        ScanIndexForward: false,
        KeyConditionExpression: "pk = :books AND first_seen_at >= :from",
        FilterExpression: "run_id = :run",
        ExpressionAttributeValues: { ":books": BOOKS, ":from": from, ":run": id },
      },
      limit,
      undefined,
    );
    return items.map(toStoredBook);
  }

  /**
   * A page of the books that a search finds, of all jobs or of one, newest first. Index `search` is eventually consistent: a
   * book may be found a moment after it was written.
   */
  async search({
    terms,
    job,
    ...page
  }: {
    readonly terms: SearchTerms;
    readonly job: string | undefined;
    readonly limit: number;
    readonly position: Position | undefined;
  }): Promise<Page<StoredBook>> {
    const { items, position } = await searchedPage<Partial<BookItem>, BookItem>(
      this.#client,
      this.#name,
      {
        partition: ["pk", BOOKS],
        sortKeys: ["sk", "first_seen_at"],
        mayMatch: ({ search_text: text }) => (text === undefined ? null : holdsAll(text, terms)),
        matches: (item) => holdsAll(toText(item), terms) && (job === undefined || item.jobs.has(job)),
      },
      page,
    );
    return { items: items.map(toStoredBook), position };
  }

  async #get(ids: readonly string[]): Promise<ReadonlyMap<string, StoredBook>> {
    const keys = ids.map((id) => ({ pk: BOOKS, sk: id }));
    const items = await itemsWithKeys<BookItem>(this.#client, this.#name, keys);
    return new Map(items.map((item) => [item.sk, toStoredBook(item)]));
  }

  /** @returns false when another run has added the book concurrently; then the job is added to it */
  async #add(job: string, book: Book, now: Date, runId: string | undefined): Promise<boolean> {
    const first_seen_at = now.toISOString();
    const added = await conditionalPut(this.#client, this.#at(book.id), {
      Item: {
        book: toAttributes(book),
        search_text: bookText(book),
        jobs: new Set([job]),
        first_seen_at,
        ...(runId === undefined ? {} : { run_id: runId }),
      },
      ConditionExpression: "attribute_not_exists(sk)",
      ownWrite: "first_seen_at = :now AND contains(jobs, :job)",
      ExpressionAttributeValues: { ":now": first_seen_at, ":job": job },
    });
    if (!added) await this.#addJob(book.id, job);
    return added;
  }

  async #update(there: StoredBook, job: string, book: Book): Promise<void> {
    if (there.volumeId !== book.volumeId || isSame(there, book)) return this.#addJob(book.id, job);
    await this.#change(book.id, {
      UpdateExpression: "SET book = :book, search_text = :text ADD jobs :jobs",
      ExpressionAttributeValues: {
        ":book": toAttributes(book),
        ":text": bookText(book),
        ":jobs": new Set([job]),
      },
    });
  }

  async #addJob(id: string, job: string): Promise<void> {
    await this.#change(id, {
      UpdateExpression: "ADD jobs :jobs",
      ExpressionAttributeValues: { ":jobs": new Set([job]) },
    });
  }

  /** @throws Error when the book does not exist: books are never deleted */
  async #change(id: string, update: Pick<Update, "UpdateExpression" | "ExpressionAttributeValues">): Promise<void> {
    const isThere = { ConditionExpression: "attribute_exists(sk)", ownWrite: STILL_HOLDS } as const;
    const changed = await conditionalUpdate(this.#client, this.#at(id), { ...update, ...isThere });
    if (!changed) throw new Error("A stored book is not there any more.");
  }

  #at(id: string) {
    return { TableName: this.#name, Key: { pk: BOOKS, sk: id } };
  }
}

function isKnownTo(job: string, there: StoredBook, since: Date): boolean {
  return there.jobs.includes(job) && Date.parse(there.firstSeenAt) < since.getTime();
}

function isUpToDate(there: StoredBook, job: string, book: Book): boolean {
  return there.jobs.includes(job) && (there.volumeId !== book.volumeId || isSame(there, book));
}

function isSame(there: StoredBook, book: Book): boolean {
  const { jobs: _jobs, firstSeenAt: _firstSeenAt, ...known } = there;
  return isDeepStrictEqual(known, book);
}

interface BookItem {
  readonly sk: string;
  readonly book: unknown;
  /** A book that was written before there were searches lacks it until it changes. */
  readonly search_text?: string;
  readonly jobs: ReadonlySet<string>;
  readonly first_seen_at: string;
}

/** The text of a book as it is searched, made now where it lacks one. */
function toText(item: BookItem): string {
  return item.search_text ?? bookText(toStoredBook(item));
}

function toStoredBook(item: BookItem): StoredBook {
  return { ...fromAttributes<Book>(item.book), jobs: [...item.jobs], firstSeenAt: item.first_seen_at };
}
