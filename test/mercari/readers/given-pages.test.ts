import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listingLink } from "../../../lambdas/mercari/domain/listing-link.ts";
import { readDetailPage } from "../../../lambdas/mercari/readers/detail-page.ts";
import type { FoundItems } from "../../../lambdas/mercari/readers/search-page.ts";
import { readSearchPage } from "../../../lambdas/mercari/readers/search-page.ts";
import type { SourcedPage } from "../../../lambdas/mercari/readers/sourced-page.ts";
import index from "./given/index.json" with { type: "json" };

type Fixture = (typeof index.fixtures)[number];

function pageOf({ file, url, httpStatus, headers }: Fixture): SourcedPage {
  const named: Record<string, string> = { ...headers };
  return {
    url,
    status: httpStatus,
    headers: named,
    html: readFileSync(join(import.meta.dirname, "given", file), "utf8"),
    retryAfterSeconds: named["retry-after"] === undefined ? null : Number(named["retry-after"]),
  };
}

/** The outcome of a search page in the form of the index. */
function searchOutcome(fixture: Fixture): unknown {
  const read = readSearchPage(pageOf(fixture));
  switch (read.kind) {
    case "items": {
      const { kind: outcome, isLastPage: _last, layout: _layout, items, ...rest } = read;
      const onSearchPages = { sellerId: null, soldOutAt: null };
      return { outcome, ...rest, itemCount: items.length, items: items.map((item) => ({ ...item, ...onSearchPages })) };
    }
    case "no_results":
      return { outcome: "no_results", complete: true, nextPageToken: null, itemCount: 0, items: [] };
    case "error":
      return { outcome: "error", errorKind: read.errorKind };
  }
}

/** The outcome of a detail page in the form of the index. */
function detailOutcome(fixture: Fixture): unknown {
  const requested = listingLink(fixture.url);
  if (requested === null) throw new Error(`${fixture.url} is no listing's address.`);
  const read = readDetailPage(pageOf(fixture), requested, new Date(fixture.fetchedAt));
  switch (read.kind) {
    case "detail": {
      const { soldOutAt, soldOutAtToleranceSeconds: tolerance, condition: _condition, ...rest } = read.item;
      const soldAt = { soldOutAt: soldOutAt?.replace(".000Z", "Z") ?? null };
      return {
        outcome: "detail",
        item: { ...rest, ...soldAt, ...(tolerance === null ? {} : { soldOutAtToleranceSeconds: tolerance }) },
      };
    }
    case "deleted":
      return { outcome: "deleted" };
    case "error":
      return { outcome: "error", errorKind: read.errorKind };
  }
}

describe("the given pages", () => {
  it.each(index.fixtures.filter(({ kind }) => kind === "search"))("$file gives the outcome in the index", (fixture) => {
    expect(searchOutcome(fixture)).toEqual(fixture.expected);
  });

  it.each(index.fixtures.filter(({ kind }) => kind === "detail"))("$file gives the outcome in the index", (fixture) => {
    expect(detailOutcome(fixture)).toEqual(fixture.expected);
  });

  it.each([
    ["search-mixed-shops-sold.html", "A", false],
    ["search-on-sale-p3-last.html", "A", true],
    ["search-tile-layout.html", "B", true],
  ])("%s has layout %s, is the last: %s", (file, layout, isLastPage) => {
    const fixture = index.fixtures.find((candidate) => candidate.file === file);
    expect(fixture && readSearchPage(pageOf(fixture))).toMatchObject({ layout, isLastPage });
  });

  it("a refusal keeps its Retry-After", () => {
    const fixture = index.fixtures.find(({ file }) => file === "search-throttled-429.html");
    expect(fixture && readSearchPage(pageOf(fixture))).toEqual({
      kind: "error",
      errorKind: "rate_limited",
      transient: false,
      retryAfterSeconds: 120,
    });
  });
});

describe.each(index.scenarios)("the crawl $name", ({ pages, expected }) => {
  const read = pages.flatMap((file) => {
    const fixture = index.fixtures.find((candidate) => candidate.file === file);
    const page = fixture && readSearchPage(pageOf(fixture));
    return page?.kind === "items" ? [page satisfies FoundItems] : [];
  });

  it("is complete, and ends at the site's last page", () => {
    expect(read).toHaveLength(expected.pagesFetched);
    expect(read.every(({ complete }) => complete)).toBe(expected.complete);
    expect(read.map(({ nextPageToken }) => nextPageToken === null)).toEqual([false, false, true]);
  });

  it("finds each listing once, in the order of first sight", () => {
    const ids = new Set(read.flatMap(({ items }) => items.map(({ externalId }) => externalId)));
    expect([...ids]).toEqual(expected.externalIdsInOrder);
    expect(ids.size).toBe(expected.uniqueItems);
  });
});
