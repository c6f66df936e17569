import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allFeatures, allRoutes } from "../../../lambdas/operations/all-routes.ts";
import { openapi } from "../../../lambdas/operations/openapi.ts";
import { routeKey } from "../../../lambdas/shared/http/route.ts";
import { ROOT, synthesized } from "../synthesized.ts";
import type { Charge, RouteUse } from "./abuse.ts";
import { edgeCharge, gatewayRoutes, routeCharge, traceCharge, workerCharge } from "./abuse.ts";
import { costOfMillion, memoryOf, operations, table, withTables, writesIn } from "./cost.ts";

const prod = synthesized();
const routes = gatewayRoutes(prod);
const total = (charges: readonly Charge[]) => charges.reduce((sum, { dollars }) => sum + dollars, 0);

const kinds = operations(memoryOf(prod), writesIn(readFileSync(join(ROOT, "docs/scale.md"), "utf8")));
const kind = (begin: string) => {
  const found = kinds.find(({ what }) => what.startsWith(begin));
  if (found === undefined) throw new Error(`There is no operation ${begin}`);
  return found;
};
const [deck, bookmark, search] = [kind("Decks saved"), kind("Bookmarks saved"), kind("Pages of a search")];

const WITHOUT_LIMIT = Number.POSITIVE_INFINITY;

/** The uses of routes that do more than read an item: 50 sites are recommended, things have 1 KB, pages a hundred. */
const USES: Readonly<Record<string, RouteUse>> = {
  "GET /openapi.json": { reads: 0, bytes: JSON.stringify(openapi({ features: allFeatures, url: "https://x" })).length },
  "GET /": { reads: 25, bytes: 50_000 },
  "HEAD /": { reads: 25, bytes: 2_000 },
  "GET /embed.js": { reads: 0, bytes: 20_000 },
  "GET /v1/recommendations": { reads: 25, bytes: 40_000 },
  "POST /v1/recommendations/{id}/clicked": { reads: 4, writes: 2 },
  "POST /v1/recommendations/{id}/subscribed": { reads: 4, writes: 2 },
  "POST /webmentions": { reads: 2, writes: 7 },
  "POST /v1/stocks": { work: { operation: deck, most: WITHOUT_LIMIT } },
  "POST /v1/stocks/{id}/refetch": { work: { operation: deck, most: WITHOUT_LIMIT } },
  "POST /v1/bookmarks": { work: { operation: bookmark, most: WITHOUT_LIMIT } },
  "POST /v1/bookmarks/{id}/reprocess": { work: { operation: bookmark, most: WITHOUT_LIMIT } },
  "GET /v1/stocks": { reads: 25, bytes: 100_000, work: { operation: search, most: WITHOUT_LIMIT } },
  "GET /v1/bookmarks": { reads: 25, bytes: 100_000, work: { operation: search, most: WITHOUT_LIMIT } },
  "GET /v1/books": { reads: 25, bytes: 100_000, work: { operation: search, most: WITHOUT_LIMIT } },
  "GET /v1/changes": { reads: 50, bytes: 200_000 },
  "GET /v1/crawl/results/{product_id}": { reads: 25, bytes: 50_000 },
  "GET /v1/products/{id}/price-trend": { reads: 100, bytes: 10_000 },
  // Written in the table, the local index and `search`, and moved within `changes`.
  "PATCH /v1/stocks/{id}": { reads: 2, writes: 5 },
  "PATCH /v1/bookmarks/{id}": { reads: 2, writes: 5 },
};

const adminKeys = new Set(allRoutes.filter(({ access }) => access === "admin").map(routeKey));
const charge = (route: (typeof routes)[number]) => routeCharge(route, USES[route.key]);

const open = routes.filter(({ isPublic }) => isPublic);
const anonymous = [...open.map(charge), traceCharge(open), workerCharge(prod, "webmention-receive")];

const signedIn = routes.filter(({ isPublic }) => !isPublic);
const ofUsers = signedIn.filter(({ key }) => !adminKeys.has(key));
const refused = signedIn
  .filter(({ key }) => adminKeys.has(key))
  .map((route) => routeCharge(route, { seconds: 0.005, reads: 0 }));
const oneToken = [
  ...ofUsers.map(charge),
  {
    what: `${refused.length} routes of administrators, refused with 403`,
    requests: refused.reduce((sum, { requests }) => sum + requests, 0),
    dollars: total(refused),
  },
  traceCharge(signedIn),
  workerCharge(prod, "oembed-fetch"),
  workerCharge(prod, "bookmark-processing"),
];

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

describe("the bill of a day of abuse", () => {
  it("has every route of the API, and names no other", () => {
    const keys = new Set(routes.map(({ key }) => key));
    expect(Object.keys(USES).filter((key) => !keys.has(key))).toEqual([]);
    expect(open.length).toBe(allRoutes.filter(({ access }) => access === "public").length + 1);
    expect(ofUsers.length + refused.length).toBe(allRoutes.filter(({ access }) => access !== "public").length);
  });

  it("is in docs/cost.md as the template and docs/scale.md have it", async () => {
    const path = join(ROOT, "docs/cost.md");
    const tables = {
      anonymous: billed(anonymous),
      "one-token": billed(oneToken),
      import: table(["An import", "Dollars"], [["50,000 bookmarks", (50_000 / 1e6) * millionOf(bookmark)]]),
      edge: table(
        ["CloudFront's traffic", "Requests a day", "Dollars a day"],
        [10, 100, 1_000].map(edgeCharge).map((each) => [each.what, words.format(each.requests), each.dollars]),
      ),
    };
    // After an intended change: npx vitest run test/infra/guides/abuse.test.ts -u, and read the difference.
    await expect(withTables(readFileSync(path, "utf8"), tables)).toMatchFileSnapshot(path);
  });
});
