import { nextCheckMs } from "../../../lambdas/bookmarks/domain/page-check.ts";
import { HOSTS_AT_ONCE, PER_RUN } from "../../../lambdas/bookmarks/fetch/check-pages.ts";
import type { Operation } from "./cost.ts";
import { HOURS, LINE_BYTES } from "./cost.ts";

/** Runs of reconcile in a month, each of which may ask for one run of checks. */
const RECONCILES = HOURS * 12;

/** A month of page checks. */
interface PageChecks {
  readonly operation: Operation;
  /** Requests to the sites, robots.txt included. */
  readonly requests: number;
  readonly writes: number;
}

/**
 * What the checks of so many bookmarks take in a month in which all pages are there, each on a host of its own: the dearest
 * case as long as sites answer.
 *
 * @param megabytes memory of the worker
 * @param written writes of an operation in docs/scale.md, by its first words
 */
export function pageChecksOf(bookmarks: number, megabytes: number, written: (row: string) => number): PageChecks {
  const hoursBetween = nextCheckMs({}, 0.5) / 3_600_000;
  const checks = (bookmarks * HOURS) / hoursBetween;
  const runs = Math.max(Math.min(checks, RECONCILES), checks / PER_RUN);
  // Robots.txt and the page take half a second each.
  const seconds = runs * Math.max(1, checks / runs / HOSTS_AT_ONCE);
  // The entry moves within index `pending`.
  const writes = runs * written("A run of page checks") + checks * (written("each check of a page that is there") + 2);
  return {
    requests: checks * 2,
    writes,
    operation: {
      what: `${bookmarks} bookmarks`,
      uses: {
        invocation: runs,
        queueRequest: runs * 3,
        gigabyteSecond: (seconds * megabytes) / 1_024,
        tableWrite: writes,
        // The shards of the index, the lease's month, then the bookmark and its person's pace.
        tableRead: runs * 3 + checks * 2,
        logGigabyte: (runs * 3 * LINE_BYTES) / 1e9,
      },
    },
  };
}
