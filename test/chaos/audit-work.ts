import type { Entry } from "./journal.ts";
import type { Row } from "./row.ts";
import { repeated, rowOf } from "./row.ts";

/** A run of a job as the system lists it. */
export interface SeenRun {
  readonly id: string;
  readonly status: "running" | "finished";
  readonly stop_reason: string | null;
}

/** Audits the runs of all jobs, and the books that they have collected by the end of their results. */
export function auditRuns(
  entries: readonly Entry[],
  runs: readonly SeenRun[],
  books: { readonly listed: readonly string[]; readonly expected: readonly string[] },
): Row[] {
  const requests = entries.filter(({ verb }) => verb === "announce");
  const accepted = new Set(requests.flatMap(({ id }) => id ?? []));
  const there = new Set(runs.map(({ id }) => id));
  const ended = runs.filter(({ id, status }) => accepted.has(id) && status === "finished");
  const failed = ended.filter(({ stop_reason }) => stop_reason === "error").length;
  const listed = new Set(books.listed);
  return [
    rowOf("runs of jobs", requests, {
      finished: ended.length - failed,
      failed,
      lost: [...accepted].filter((id) => !there.has(id)),
      doubled: repeated(runs.map(({ id }) => id)),
      // Also of a request whose answer was lost.
      stuck: runs.filter(({ status }) => status === "running").map(({ id }) => id),
    }),
    rowOf("books of the runs", [], {
      accepted: books.expected.length,
      finished: books.expected.filter((id) => listed.has(id)).length,
      lost: books.expected.filter((id) => !listed.has(id)),
      doubled: repeated(books.listed),
    }),
  ];
}

/** A product after its last crawl. */
export interface SeenProduct {
  readonly name: string;
  /** Ids of the listings with a row, in the order of the pages. */
  readonly rows: readonly string[];
  /** Ids of the listings on sale at the site. */
  readonly onSale: readonly string[];
  /** When its crawls have finished, in milliseconds since 1970. */
  readonly crawls: readonly { readonly id: string; readonly finishedAt: number }[];
}

/** Audits crawls, whose `id` is the outcome in the answer. One that was answered `queued` is stuck unless one has finished since. */
export function auditCrawls(entries: readonly Entry[], products: readonly SeenProduct[]): Row[] {
  const requests = entries.filter(({ verb }) => verb === "announce");
  const accepted = requests.filter(({ outcome }) => outcome === "accepted");
  const crawls = products.flatMap((product) => product.crawls);
  const isStuck = ({ id, subject, at }: Entry) =>
    id === "queued" &&
    !products.some(({ name, crawls: own }) => name === subject && own.some(({ finishedAt }) => finishedAt >= at));
  const stuck = accepted.filter(isStuck);
  const failed = accepted.filter(({ id }) => id === "error").length;
  // Rows of listings that have left the search stay, beside those that must be there.
  const onSale = products.flatMap((product) =>
    product.onSale.map((id) => ({ name: product.name, id, isThere: product.rows.includes(id) })),
  );
  return [
    rowOf("crawls", requests, {
      finished: accepted.length - stuck.length - failed,
      failed,
      doubled: repeated(crawls.map(({ id }) => id)),
      stuck: stuck.map(({ subject, at }) => `${subject} of ${new Date(at).toISOString()}`),
    }),
    rowOf("listings of the crawls", [], {
      accepted: onSale.length,
      finished: onSale.filter(({ isThere }) => isThere).length,
      lost: onSale.flatMap(({ name, id, isThere }) => (isThere ? [] : [`${name} ${id}`])),
      doubled: products.flatMap(({ name, rows }) => repeated(rows).map((id) => `${name} ${id}`)),
    }),
  ];
}
