import { expect, it } from "vitest";
import { trendPollMs } from "../../../console/prices/trend/trend-poll.ts";

const AT = "2026-11-20T03:00:00.000Z";
const crawled = { finished_at: AT, outcome: "items", error_kind: null, complete: true } as const;

it.each([
  ["right after a crawl that found sales without a date", crawled, { undated: 2 }, 5, 10_000],
  ["until the pages of what was sold have been read", crawled, { undated: 2 }, 179, 10_000],
  ["not for longer: older sales wait for later crawls", crawled, { undated: 2 }, 180, null],
  ["not when all sales have their dates", crawled, { undated: 0 }, 5, null],
  ["not before the trend is there", crawled, null, 5, null],
  ["not before the first crawl", null, { undated: 2 }, 5, null],
])("a trend is looked at again %s", (_when, last_crawl, trend, seconds, ms) => {
  expect(trendPollMs({ last_crawl }, trend, new Date(Date.parse(AT) + seconds * 1_000))).toBe(ms);
});
