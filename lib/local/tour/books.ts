import type { Guide } from "./guide.ts";
import { expect } from "./guide.ts";

const VOLUMES = "/books/v1/volumes";

interface Run {
  readonly id: string;
  readonly status: string;
  readonly requests: readonly { readonly start_index: number }[];
  readonly collected: number;
  readonly stored: number;
  readonly stop_reason: string | null;
  readonly start_index: number;
}

interface Book {
  readonly id: string;
  readonly title: string | null;
  readonly authors: readonly string[];
}

/** Books: a search collected run by run, with upstream failures, to its end and no further. */
export async function tourBooks(guide: Guide): Promise<void> {
  const { admin, sites, narrate, until, run: word } = guide;
  const name = `tour-${word}`;
  const path = `/v1/jobs/${name}`;
  const run = async () => {
    const before = sites.requestCount(VOLUMES);
    const started = await admin<{ run_id: string }>("POST", `${path}/run`);
    expect(started.status === 202, "a run is under way from its 202 on", started);
    const done = await until("the run is finished", async () => {
      const { body } = await admin<{ last_run: Run }>("GET", path);
      return body.last_run.id === started.body.run_id && body.last_run.status === "finished"
        ? body.last_run
        : undefined;
    });
    return { ...done, requestCount: sites.requestCount(VOLUMES) - before };
  };

  narrate("Books: a job collects what a search on Google Books finds, 80 volumes a run.");
  const made = await admin("POST", "/v1/jobs", { name, queries: ["subject:birds", "field guide"], max_per_run: 80 });
  expect(made.status === 201, "POST /v1/jobs answers 201", made);
  const first = await run();
  expect(first.stop_reason === "max_per_run" && first.collected === 80, "the first run brings 80", first);
  narrate(
    `  ${first.requestCount} requests, ${first.collected} volumes, ${first.stored} of them new books; the cursor is at ${first.start_index}.`,
  );

  narrate("Now Google answers half of all requests with 503.");
  sites.storm(0.5);
  const rest: (Run & { requestCount: number })[] = [];
  // When all four attempts at a page fail, the run ends with an error, and the next one continues at the same position.
  while (rest.at(-1)?.stop_reason !== "exhausted") {
    const next = await run();
    expect(
      rest.length < 20 && ["error", "max_per_run", "exhausted"].includes(String(next.stop_reason)),
      "it goes on",
      next,
    );
    rest.push(next);
  }
  sites.recover();
  const end = rest.at(-1);
  const requests = rest.reduce((sum, each) => sum + each.requestCount, 0);
  const pages = new Set(rest.flatMap(({ requests }) => requests.map(({ start_index }) => start_index))).size;
  expect(requests > pages, "some pages were requested more than once", { requests, pages });
  narrate(
    `  ${requests} requests for ${pages} pages in ${rest.length === 1 ? "one run" : `${rest.length} runs`}, then: ${end?.stop_reason} at ${end?.start_index}.`,
  );

  const found = await listBooks(name, guide);
  const distinct = sites.distinctBooks();
  expect(new Set(found.map(({ id }) => id)).size === found.length, "no book is there twice", found.length);
  expect(found.length === distinct, `the job has found all ${distinct} books`, found.length);
  narrate(`  Of ${end?.start_index} volumes, ${found.length} different books, each once. The last one with an author:`);
  const shown = found.find(({ title, authors }) => title !== null && authors.length > 0);
  narrate(`    → ${shown?.title} by ${shown?.authors.join(", ")}`);

  const idle = await run();
  expect(idle.requestCount === 0 && idle.stop_reason === "exhausted", "an exhausted job makes no request", idle);
  narrate("  One more run: exhausted, no request.");
  const reset = await admin<{ reset: number }>("DELETE", `${path}/cursors`);
  expect(reset.status === 200 && reset.body.reset === 1, "one cursor is reset", reset);
  const again = await run();
  expect(again.collected === 80 && again.stored === 0, "the walk begins anew and finds nothing new", again);
  narrate("  An administrator resets the cursor: the walk begins at the beginning, and stores no book a second time.");
}

async function listBooks(job: string, { member }: Guide): Promise<Book[]> {
  const found: Book[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const at: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { body } = await member<{ books: Book[]; next_cursor: string | null }>(
      "GET",
      `/v1/books?job=${job}&limit=100${at}`,
    );
    found.push(...body.books);
    cursor = body.next_cursor;
  }
  return found;
}
