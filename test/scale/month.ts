import type { Operation } from "../infra/guides/cost.ts";
import { costOfMillion, operations } from "../infra/guides/cost.ts";
import type { Deployed } from "./deployed.ts";
import type { Size } from "./sizes.ts";
import { CHECKS, DAYS, SITES, USE } from "./sizes.ts";

/** What a stage uses in a month. */
export interface Month {
  /** Requests of the API. */
  readonly requests: number;
  /** Capacity units of DynamoDB, copies in indexes included. */
  readonly writeUnits: number;
  readonly readUnits: number;
  /** US dollars, list prices of us-east-1, without a free tier, beside the cost of an idle stage. */
  readonly dollars: number;
  /** US dollars for the users who sign in (Cognito Essentials). */
  readonly signIn: number;
}

const HOURS = 730;
/** Cognito's price of a user who signs in, beyond the first 10,000 (AWS). */
const SIGN_IN = { each: 0.015, free: 10_000 };

/**
 * Computes a month of a stage of this size.
 *
 * @param written writes of an operation in docs/scale.md, by its first words
 * @param secondsPerPage seconds of Mercari's worker for each page, as simulated
 */
export function month(
  size: Size,
  { memory }: Pick<Deployed, "memory">,
  written: (row: string) => number,
  secondsPerPage: number,
): Month {
  const { users, products, jobs } = size;
  const known = operations(memory, written);
  const of = (what: string): Operation => {
    const found = known.find((each) => each.what.startsWith(what));
    if (found === undefined) throw new Error(`docs/cost.md has no operation "${what}"`);
    return found;
  };
  const done: readonly (readonly [times: number, operation: Operation])[] = [
    [users * USE.decks, of("Decks saved")],
    [users * USE.bookmarks, of("Bookmarks saved")],
    [users * USE.searches, of("Pages of a search")],
    [users * USE.changes, of("Requests for changes")],
    [users * USE.places, of("Places in texts")],
    [users * USE.clicks, of("Clicks of readers")],
    [users * USE.reads, readOf(memory)],
    [jobs * DAYS, of("Runs of book jobs")],
    [products * HOURS, of("Crawls of a product")],
    [products * HOURS * CHECKS, checkOf(memory, secondsPerPage)],
  ];
  const all = (use: keyof Operation["uses"]) =>
    done.reduce((sum, [times, { uses }]) => sum + times * (uses[use] ?? 0), 0);
  const dollars = done.reduce((sum, [times, operation]) => {
    const ofMillion = Object.values(costOfMillion(operation)).reduce((total, each) => total + each, 0);
    return sum + (times / 1e6) * ofMillion;
  }, 0);
  return {
    requests: all("apiRequest"),
    writeUnits: all("tableWrite"),
    readUnits: all("tableRead"),
    dollars,
    signIn: Math.max(0, users - SIGN_IN.free) * SIGN_IN.each,
  };
}

/** A list of twenty items of 1 KB, or one item. */
function readOf(memory: Deployed["memory"]): Operation {
  return {
    what: "Reads",
    uses: {
      apiRequest: 1,
      invocation: 1,
      gigabyteSecond: (memory("bookmarks/api") * 0.05) / 1_024,
      tableRead: 3,
      logGigabyte: 1_000 / 1e9,
    },
  };
}

/** A detail check: received twice, a reservation, a page that changes nothing. */
function checkOf(memory: Deployed["memory"], secondsPerPage: number): Operation {
  return {
    what: "Detail checks",
    uses: {
      invocation: 3,
      gigabyteSecond: (memory("mercari/worker") * secondsPerPage) / 1_024,
      gigabyteSecondOnX86: (memory("mercari/renderer") * SITES.mercari.seconds) / 1_024,
      queueRequest: 5,
      // The reservation, the host's lease twice, the watch list.
      tableWrite: 1 + 2 + 1,
      tableRead: 4 + 4 + 1,
      logGigabyte: 2_500 / 1e9,
    },
  };
}
