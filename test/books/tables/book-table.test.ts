import { DeleteCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { newBook } from "../../../lambdas/books/domain/book.ts";
import { bookConditions } from "../../../lambdas/books/domain/book-search.ts";
import { BookTable } from "../../../lambdas/books/tables/book-table.ts";
import { QuotaTable } from "../../../lambdas/books/tables/quota-table.ts";
import { RunTable } from "../../../lambdas/books/tables/run-table.ts";
import { lostAnswer } from "../../emulators/aws-errors.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { laggingClient } from "../../emulators/lagging-client.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";
import { bookFacts } from "../sample-books.ts";
import { sampleRun } from "../sample-jobs.ts";

// The lists hold all books of a table.
dynamoOfEachTest();

let books: BookTable;

beforeEach(() => {
  books = new BookTable(dynamo.client, "books");
});

const later = at(MINUTE);
const whole = { job: undefined, limit: 100, position: undefined };

/** @param identifiers the book's ISBN unless others are given */
const book = (title: string, volumeId = "volume-1", identifiers = ["9784873115658"]) =>
  newBook(identifiers, bookFacts({ title, authors: ["A. Uthor"], volumeId }));

const birds = book("Birds");
const bees = book("Bees", "volume-2", []);

async function listed(table = books) {
  return (await table.list(whole)).items;
}

describe("a book that a job has found", () => {
  it("is stored once, with its job and the time", async () => {
    expect(await books.store("job", [birds, bees], START)).toEqual({ stored: 2, allKnown: false, coversDue: [] });
    expect(await books.store("job", [birds, bees], later)).toEqual({ stored: 0, allKnown: true, coversDue: [] });
    const seen = { jobs: ["job"], firstSeenAt: START.toISOString(), runId: null, cover: null };
    expect(await listed()).toEqual(
      expect.arrayContaining([
        { ...birds, ...seen },
        { ...bees, ...seen },
      ]),
    );
    expect(await listed()).toHaveLength(2);
  });

  it("is the first of several volumes", async () => {
    expect(await books.store("job", [birds, book("Other"), bees], START)).toMatchObject({ stored: 2 });
    expect((await listed()).map(({ title }) => title).sort()).toEqual(["Bees", "Birds"]);
  });

  it("also gets the name of the next job that finds it", async () => {
    await books.store("job", [birds], START);
    expect(await books.store("other", [birds], later)).toEqual({ stored: 0, allKnown: false, coversDue: [] });
    expect(await listed()).toEqual([
      { ...birds, jobs: ["job", "other"], firstSeenAt: START.toISOString(), runId: null, cover: null },
    ]);
  });

  it("is known if it was first seen before the check began", async () => {
    await books.store("job", [birds], START);
    expect(await books.store("job", [birds], later, START)).toMatchObject({ allKnown: false, coversDue: [] });
    expect(await books.store("job", [birds], later, at(1))).toMatchObject({ allKnown: true, coversDue: [] });
  });

  it.each([
    { what: "changes with its volume", found: book("Birds 2"), title: "Birds 2" },
    { what: "stays as it is when another volume is found", found: book("Birds 2", "volume-3"), title: "Birds" },
  ])("$what, and is searched so", async ({ found, title }) => {
    for (const job of ["job", "other"]) {
      await books.store("job", [birds], START);
      await books.store(job, [found], later);
      expect(await listed()).toMatchObject([{ title, firstSeenAt: START.toISOString() }]);
      expect((await books.search({ ...whole, sought: bookConditions(title) })).items).toHaveLength(1);
    }
    expect(await listed()).toMatchObject([{ jobs: ["job", "other"] }]);
  });

  it("costs no write when nothing has changed", async () => {
    await books.store("job", [birds], START);
    for (const found of [birds, book("Birds 2", "volume-3")]) {
      dynamo.requests.length = 0;
      await books.store("job", [found], later);
      expect(dynamo.requests.filter((name) => name.startsWith("Update") || name.startsWith("Put"))).toEqual([]);
    }
  });

  it("has both jobs that store it at the same time, and counts for one", async () => {
    const both = await Promise.all(["job", "other"].map((job) => books.store(job, [birds], START)));
    expect(both.map(({ stored }) => stored).sort()).toEqual([0, 1]);
    expect((await listed()).map(({ jobs }) => jobs.toSorted())).toEqual([["job", "other"]]);
  });

  it("counts once when the response to its write is lost", async () => {
    let lost = 0;
    const client = interceptedClient(dynamo, async ({ command }, forward) => {
      const result = await forward();
      if (command !== "PutItemCommand" || lost > 0) return result;
      lost += 1;
      throw lostAnswer();
    });
    expect(await new BookTable(client, "books").store("job", [birds], START)).toMatchObject({ stored: 1 });
  });

  it("is not created again from the jobs that find it, if it was removed meanwhile", async () => {
    await books.store("job", [birds], START);
    const { Items: [item] = [] } = await dynamo.client.send(new ScanCommand({ TableName: "books" }));
    const client = interceptedClient(dynamo, async ({ command }, forward) => {
      const Key = { pk: item?.pk, sk: item?.sk };
      if (command === "UpdateItemCommand") await dynamo.client.send(new DeleteCommand({ TableName: "books", Key }));
      return forward();
    });
    await expect(new BookTable(client, "books").store("other", [birds], later)).rejects.toThrow("not there");
    expect(await listed()).toEqual([]);
  });
});

describe("the lists", () => {
  it("of a run have the books that it has found first, though its container's clock is behind", async () => {
    await books.store("job", [birds], START, START, "run-1");
    await books.store("job", [bees], START, START, "run-2");
    await books.store("job", [book("Cats", "volume-4", [])], START);
    const newIn = async (startedAt: Date) =>
      (await books.listNew({ id: "run-1", startedAt: startedAt.toISOString() }, 9)).map(({ id }) => id);
    expect(await newIn(START)).toEqual([birds.id]);
    expect(await newIn(at(MINUTE))).toEqual([birds.id]);
    expect(await newIn(at(MINUTE + 1))).toEqual([]);
  });

  it("show a book at once", async () => {
    await books.store("job", [birds], START);
    expect(await listed(new BookTable(laggingClient(dynamo), "books"))).toHaveLength(1);
  });
});

describe("a search", () => {
  it("is in the order that is asked for, each book once over all partitions", async () => {
    const titles = ["Owls", "bees", "Cats", "ants", "Doves"];
    for (const [index, title] of titles.entries()) await books.store("job", [book(title, title, [])], at(index));
    const walk = async (sort: "title" | "site") => {
      const walked: (string | null)[] = [];
      for (let position: Parameters<typeof books.sorted>[0]["position"] | null; position !== null; ) {
        const page = await books.sorted({ sort, sought: [], job: undefined, limit: 2, position });
        walked.push(...page.items.map(({ title }) => title));
        position = page.position;
      }
      return walked;
    };
    expect(await walk("title")).toEqual(["ants", "bees", "Cats", "Doves", "Owls"]);
    expect(await walk("site")).toEqual(titles.toReversed());
    const oldest = { ...whole, isOldestFirst: true };
    expect((await books.list(oldest)).items.map(({ title }) => title)).toEqual(titles);
    const found = await books.search({ ...oldest, sought: bookConditions("-ants after:2000-01-01") });
    expect(found.items.map(({ title }) => title)).toEqual(["Owls", "bees", "Cats", "Doves"]);
  });

  it("reads no book whose text in the index doesn't match", async () => {
    await books.store("job", [birds], START);
    dynamo.requests.length = 0;
    await books.search({ ...whole, sought: bookConditions("cats") });
    expect(new Set(dynamo.requests)).toEqual(new Set(["QueryCommand"]));
  });
});

describe("the quota", () => {
  it("is a number of attempts in a day of California, kept for a week", async () => {
    const quota = new QuotaTable(dynamo.client, "books", 2);
    // Midnight in California.
    const midnight = new Date("2026-11-21T08:00:00Z");
    const before = new Date(midnight.getTime() - 1);
    const taken = [];
    for (const now of [before, before, before, midnight]) taken.push(await quota.take(now));
    expect(taken).toEqual([true, true, false, true]);
    const { Items = [] } = await dynamo.client.send(new ScanCommand({ TableName: "books" }));
    expect(Items.find(({ sk }) => sk === "2026-11-21")).toMatchObject({
      pk: "quota",
      count: 1,
      expires_at: midnight.getTime() / 1_000 + 7 * 24 * 3_600,
    });
  });
});

it("the record of a run is kept for a year", async () => {
  await new RunTable(dynamo.client, "books").put("job-1", sampleRun());
  const { Items = [] } = await dynamo.client.send(new ScanCommand({ TableName: "books" }));
  expect(Items.map((item) => item.expires_at)).toEqual([START.getTime() / 1_000 + 365 * 24 * 3_600]);
});
