import { describe, expect, it } from "vitest";
import type { CrawlErrorKind } from "../../../lambdas/mercari/domain/crawl-error.ts";
import type { CrawledProduct } from "../../../lambdas/mercari/domain/product.ts";
import { newProduct } from "../../../lambdas/mercari/domain/product.ts";
import { makeFailingNotice } from "../../../lambdas/mercari/work/search-failing.ts";
import type { Notice } from "../../../lambdas/shared/notices/notice.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { at, testClock } from "../../emulators/test-clock.ts";
import { HOUR } from "../crawl-world.ts";
import { crawlSetting } from "../sample-crawls.ts";

const log = capturedLog();

const crawl = crawlSetting({ keyword: "カメラ" });
const product: CrawledProduct = { ...newProduct("Cameras", crawl, { id: "product-1", at: at(0) }), crawl };

/** A crawl ends so, this long after the first failure. @returns the notices that are made */
async function failed(
  milliseconds: number,
  {
    failingSince = at(0).toISOString(),
    errorKind = "blocked",
    scale = 1,
  }: {
    failingSince?: string | null;
    errorKind?: CrawlErrorKind | null;
    scale?: number;
  } = {},
): Promise<readonly Notice[]> {
  const made: Notice[] = [];
  const notices = { put: async (notice: Notice) => made.push(notice) > 0 };
  const clock = testClock(scale);
  clock.forward(milliseconds);
  const last = { finishedAt: at(0).toISOString(), outcome: "error", complete: false, failingSince, errorKind } as const;
  await makeFailingNotice(product, last, { notices, clock });
  return made;
}

describe("a product whose crawls fail", () => {
  it("is logged from three hours on, for an alarm", async () => {
    await failed(3 * HOUR - 1);
    expect(log.lines("mercari_search_failing")).toEqual([]);
    expect(await failed(3 * HOUR)).toEqual([]);
    const line = { product_id: "product-1", error_kind: "blocked", failing_since: at(0).toISOString() };
    expect(log.lines("mercari_search_failing")).toMatchObject([{ level: "WARN", ...line }]);
  });

  it("makes a notice from a day on, which says since when and why", async () => {
    expect(await failed(24 * HOUR - 1)).toEqual([]);
    expect(await failed(24 * HOUR)).toMatchObject([
      {
        kind: "search_failing",
        title: "Cameras: its prices can't be read",
        body: [
          `Every crawl of the product has failed since ${at(0).toISOString()}. The last error: blocked.`,
          "GET /v1/products/product-1/crawl-runs lists the crawls. The runbook (Crawling Mercari) says what each error means.",
        ].join("\n"),
        url: expect.stringMatching(/^https:\/\/jp\.mercari\.com\/search\?.*keyword=/),
        screen: "/app/prices/product-1",
        createdAt: at(24 * HOUR).toISOString(),
      },
    ]);
  });

  it("makes another notice for each time that it begins to fail, and one for as long as it fails", async () => {
    const since = at(HOUR).toISOString();
    const made = [
      ...(await failed(25 * HOUR)),
      ...(await failed(49 * HOUR)),
      ...(await failed(49 * HOUR, { failingSince: since })),
    ].map(({ id }) => id);
    expect(made).toHaveLength(3);
    expect([made[1] === made[0], made[2] === made[0]]).toEqual([true, false]);
  });

  it("counts the hours by the scale of waits", async () => {
    expect(await failed(24 * 3_600 - 1, { scale: 0.001 })).toEqual([]);
    expect(await failed(24 * 3_600, { scale: 0.001 })).toHaveLength(1);
  });

  it("is not one whose last crawl worked, or lost its lease to another crawl", async () => {
    expect(await failed(48 * HOUR, { failingSince: null, errorKind: null })).toEqual([]);
    expect(await failed(48 * HOUR, { errorKind: "lost" })).toEqual([]);
    expect(log.lines("mercari_search_failing")).toEqual([]);
  });
});
