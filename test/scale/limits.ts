import { WORK_ITEM_PARTITIONS } from "../../lambdas/shared/work/pending-index.ts";
import type { Deployed } from "./deployed.ts";
import { HOUR } from "./hours.ts";
import type { Size } from "./sizes.ts";
import { CHECKS, inBusyHour, SITES, USE } from "./sizes.ts";

/** A limit and how much of it the busiest hour uses. */
export interface Limit {
  readonly what: string;
  /** The setting, or what else to do when it is used up. */
  readonly turn: string;
  /** 1: all of it. */
  readonly used: number;
}

/** Settings of the run that no template has. */
export interface AccountSettings {
  readonly accountConcurrency: number;
  readonly booksRequestsPerDay: number;
}

/** Write units a second that one partition of a table or an index takes (AWS). */
const PARTITION = 1_000;
/** Shards of the pending items of a table. */
const SHARDS = WORK_ITEM_PARTITIONS.length;
/** Write units of each in the most used partition (docs/scale.md, "Indexes `pending`" and "Recommendations"). */
const UNITS = { deck: 2, bookmark: 4, click: 1 };
/** Seconds between two pages of Mercari, and pages of a crawl beside its checks. */
const MERCARI = { pause: 3, pages: 3 };
/** Requests to Google Books of one run: 80 books of 40 a page. */
const PAGES_OF_RUN = 2;
/** Seconds that a request of the API keeps a function busy. */
const REQUEST = 0.05;

/** The limits of a stage of this size in its busiest hour. */
export function limits(size: Size, { queues, routeThrottle }: Deployed, settings: AccountSettings): readonly Limit[] {
  const perSecond = (perUser: number) => inBusyHour(perUser, size) / HOUR;
  const workers = (name: string, perUser: number, seconds: number) => {
    const { maxConcurrency = 0, batchSize = 1 } = queues[name] ?? {};
    return (perSecond(perUser) * seconds) / (maxConcurrency * batchSize);
  };
  const requests = Object.values(USE).reduce((sum, perUser) => sum + perUser, 0);
  const sources = Object.values(queues).reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0);
  return [
    {
      what: "Requests of one route a second",
      turn: "`expectedUsers`",
      used: perSecond(Math.max(...Object.values(USE))) / routeThrottle,
    },
    {
      what: "Workers of decks",
      turn: "`workerConcurrency`",
      used: workers("oembed-fetch", USE.decks, SITES.provider.seconds),
    },
    {
      what: "Workers of bookmarks",
      turn: "`workerConcurrency`",
      used: workers("bookmark-processing", USE.bookmarks, SITES.page.seconds),
    },
    {
      what: "Pages of Mercari an hour",
      turn: "fewer products, or crawls every other hour",
      used: (size.products * (MERCARI.pages + CHECKS) * (MERCARI.pause + SITES.mercari.seconds)) / HOUR,
    },
    {
      what: "Requests to Google Books a day",
      turn: "`requestsPerDay`",
      used: (size.jobs * PAGES_OF_RUN) / settings.booksRequestsPerDay,
    },
    {
      what: "Lambda's concurrency, all workers busy",
      turn: "the account's quota",
      used: (sources + 1 + perSecond(requests) * REQUEST) / settings.accountConcurrency,
    },
    {
      what: "Writes to a shard of pending bookmarks",
      turn: "more shards",
      used: (perSecond(USE.bookmarks) * UNITS.bookmark) / (SHARDS * PARTITION),
    },
    {
      what: "Writes to a shard of pending decks",
      turn: "more shards",
      used: (perSecond(USE.decks) * UNITS.deck) / (SHARDS * PARTITION),
    },
    {
      what: "Writes to the partition of clicks",
      turn: "several partitions of counts",
      used: (perSecond(USE.clicks) * UNITS.click) / PARTITION,
    },
  ];
}
