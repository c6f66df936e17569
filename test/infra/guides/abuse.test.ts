import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COPIED_PAGES_A_DAY } from "../../../lambdas/bookmarks/fetch/copy-page-pictures.ts";
import { allFeatures, allRoutes } from "../../../lambdas/operations/all-routes.ts";
import { openapi } from "../../../lambdas/operations/openapi.ts";
import { routeKey } from "../../../lambdas/shared/http/route.ts";
import { readSettings } from "../../../lib/settings.ts";
import { ROOT, synthesized } from "../synthesized.ts";
import type { Charge, RouteUse } from "./abuse.ts";
import { edgeCharge, firewalledCharge, gatewayRoutes, routeCharge, workerCharge } from "./abuse.ts";
import { costOfMillion, memoryOf, operations, PRICES, table, WRITTEN_BY, withTables, writesIn } from "./cost.ts";

const prod = synthesized();
const routes = gatewayRoutes(prod);
const total = (charges: readonly Charge[]) => charges.reduce((sum, { dollars }) => sum + dollars, 0);

const kinds = operations(memoryOf(prod), writesIn(readFileSync(join(ROOT, "docs/scale.md"), "utf8")));
const kind = (begin: string) => {
  const found = kinds.find(({ what }) => what.startsWith(begin));
  if (found === undefined) throw new Error(`There is no operation ${begin}`);
  return found;
};
const bookmark = kind("Bookmarks saved");
const ofBookmarks = kind("Pages of a search, 4,000");

/**
 * The uses of routes that do more than read an item: 50 sites are recommended, items have 1 KB, pages a hundred. A user's
 * limits of saves, of repetitions and of searches are each one limit for items of all kinds: bookmarks, the dearest, take it.
 */
const USES: Readonly<Record<string, RouteUse>> = {
  "GET /openapi.json": { reads: 0, bytes: JSON.stringify(openapi({ features: allFeatures, url: "https://x" })).length },
  "GET /": { reads: 25, bytes: 50_000 },
  "HEAD /": { reads: 25, bytes: 2_000 },
  "GET /embed.js": { reads: 0, bytes: 20_000 },
  "GET /embed/recommendations": { reads: 25, bytes: 10_000 },
  "GET /v1/recommendations": { reads: 25, bytes: 40_000 },
  "POST /v1/recommendations/{id}/clicked": { reads: 4, writes: 2 },
  "POST /v1/recommendations/{id}/subscribed": { reads: 4, writes: 2 },
  "POST /webmentions": { reads: 2, writes: 7 },
  "POST /v1/stocks": { reads: 2, writes: 2 },
  "POST /v1/stocks/{id}/refetch": { reads: 2 },
  "POST /v1/bookmarks": { writes: 2, work: { operation: bookmark, most: 24 * 400 + 20_000 } },
  "POST /v1/bookmarks/{id}/reprocess": { work: { operation: bookmark, most: 24 * 400 } },
  // Four megabytes, unpacked to see what they are, before the limit is looked at.
  "PUT /v1/bookmarks/{id}/page": { seconds: 0.3, reads: 2, halves: 8, work: { operation: bookmark, most: 24 * 400 } },
  "GET /v1/stocks": { reads: 25, bytes: 100_000 },
  "GET /v1/bookmarks": { reads: 25, bytes: 100_000, work: { operation: ofBookmarks, most: 24 * 600 } },
  "GET /v1/books": { reads: 25, bytes: 100_000 },
  "GET /v1/changes": { reads: 50, bytes: 200_000 },
  "GET /v1/crawl/results/{product_id}": { reads: 25, bytes: 50_000 },
  "GET /v1/notices": { reads: 25, bytes: 50_000 },
  "GET /v1/products/{id}/price-trend": { reads: 100, bytes: 10_000 },
  // Written in the table, the local index and `search`, and moved within `changes`.
  "PATCH /v1/stocks/{id}": { reads: 2, writes: 5 },
  "PATCH /v1/bookmarks/{id}": { reads: 2, writes: 5 },
  // As a change, which leaves the texts of `search` as they are.
  "PUT /v1/bookmarks/{id}/place": { reads: 2, writes: 4 },
  // Both items, of which one is deleted, in all indexes.
  "POST /v1/bookmarks/{id}/merge": { reads: 4, writes: 10 },
};

const adminKeys = new Set(allRoutes.filter(({ access }) => access === "admin").map(routeKey));
/** The gateway's name of a path that ends with a slash is another one. */
const names = new Map(allRoutes.map((route) => [routeKey(route), `${route.method} ${route.path}`]));
const charge = (route: (typeof routes)[number]) => {
  const made = routeCharge(route, USES[route.key]);
  return { ...made, what: `\`${names.get(route.key) ?? route.key}\`` };
};

const open = routes.filter(({ isPublic }) => isPublic);
const anonymous = [...open.map(charge), workerCharge(prod, "webmention-receive")];

const signedIn = routes.filter(({ isPublic }) => !isPublic);
const ofUsers = signedIn.filter(({ key }) => !adminKeys.has(key));
const dearest = ofUsers.filter(({ key }) => key in USES);
const oneToken = [
  ...dearest.map(charge),
  workerCharge(prod, "oembed-fetch"),
  workerCharge(prod, "bookmark-processing"),
  {
    what: `Pictures of ${COPIED_PAGES_A_DAY} pages, fifteen each, stored`,
    requests: 0,
    dollars: COPIED_PAGES_A_DAY * 15 * PRICES.bucketWrite.each,
  },
];
const cheap = ofUsers.filter(({ key }) => !(key in USES));
const refused = signedIn.filter(({ key }) => adminKeys.has(key));
const others: readonly Charge[] = [
  sumOf(`${cheap.length} routes that read or delete one item`, cheap.map(charge)),
  sumOf(
    `${refused.length} routes of administrators, refused with 403`,
    refused.map((route) => routeCharge(route, { seconds: 0.005, reads: 0 })),
  ),
];

function sumOf(what: string, charges: readonly Charge[]): Charge {
  return { what, requests: charges.reduce((sum, { requests }) => sum + requests, 0), dollars: total(charges) };
}

const millionOf = (operation: typeof bookmark) =>
  Object.values(costOfMillion(operation)).reduce((sum, dollars) => sum + dollars, 0);

const words = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const billed = (charges: readonly Charge[]) =>
  table(
    ["What", "Requests a day", "Dollars a day"],
    [
      ...[...charges]
        .sort((a, b) => b.dollars - a.dollars)
        .map((each) => [each.what, words.format(each.requests), each.dollars]),
      ["**In all**", "", total(charges)],
    ],
  );

/** The firewall's default. */
const { requestsPerAddress = 0 } = readSettings("prod", { prod: { firewall: {} } }).firewall ?? {};

describe("the bill of a day of abuse", () => {
  it("has every route of the API, and names no other", () => {
    const keys = new Set(routes.map(({ key }) => key));
    expect(
      Object.keys(USES).filter((key) => !keys.has(key)),
      "There is no such route: take each out of USES in test/infra/guides/abuse.test.ts",
    ).toEqual([]);
    expect(open.length).toBe(allRoutes.filter(({ access }) => access === "public").length + 1);
    expect(signedIn.length).toBe(allRoutes.filter(({ access }) => access !== "public").length);
  });

  it.each([
    { who: "strangers", charges: anonymous, most: 15 },
    { who: "one token on the dearest routes", charges: oneToken, most: 25.5 },
  ])("is at most $most dollars for $who, by the default settings", ({ charges, most }) => {
    expect(total(charges)).toBeLessThanOrEqual(most);
  });

  it("is in docs/cost.md as the template and docs/scale.md have it", async () => {
    const path = join(ROOT, "docs/cost.md");
    const tables = {
      anonymous: billed(anonymous),
      "one-token": billed(oneToken),
      "other-routes": billed(others),
      import: table(["An import", "Dollars"], [["50,000 bookmarks", (50_000 / 1e6) * millionOf(bookmark)]]),
      edge: table(
        ["CloudFront's traffic", "Requests a day", "Dollars a day"],
        [...[10, 100, 1_000].map(edgeCharge), firewalledCharge(requestsPerAddress)].map((each) => [
          each.what,
          words.format(each.requests),
          each.dollars,
        ]),
      ),
    };
    await expect(withTables(readFileSync(path, "utf8"), tables), WRITTEN_BY).toMatchFileSnapshot(path);
  });
});
