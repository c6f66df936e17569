// @vitest-environment happy-dom
import type { ComponentType } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { BooksScreen } from "../../../../console/books/books-screen.tsx";
import { NoticesScreen } from "../../../../console/notices/notices-screen.tsx";
import { OperationsScreen } from "../../../../console/operations/operations-screen.tsx";
import { PriceScreen } from "../../../../console/prices/price-screen.tsx";
import { PricesScreen } from "../../../../console/prices/prices-screen.tsx";
import { RecommendationsScreen } from "../../../../console/recommendations/recommendations-screen.tsx";
import { does, settled } from "../../dom/acts.ts";
import type { AnsweringApi } from "../../dom/answering-api.ts";
import { paged } from "../../dom/answering-api.ts";
import { apiOf, BOOKS, book } from "../../dom/books-page.ts";
import { FAILED, failedJob, JOBS, job, NOTICES, notice, operationsApi } from "../../dom/operations-page.ts";
import { openPage } from "../../dom/page.ts";
import { pricesApi, product } from "../../dom/prices-page.ts";
import * as sites from "../../dom/recommendations-page.ts";
import { texts } from "../../dom/shown.ts";

const INCOMING = "GET /v1/incoming-recommendations";
const MENTIONS = "GET /v1/mentions";
const DELIVERIES = "GET /v1/deliveries";
const HOSTS = "GET /v1/blocked-hosts";
const api = operationsApi({ failed: [failedJob({ id: "a" })], jobs: [job()], notices: [notice({ id: "1" })] })
  .answer("GET /v1/recommendations", sites.numbered([sites.recommendation({ id: "r1" })]))
  .answer(INCOMING, sites.numbered([sites.incoming({ id: "a" })]))
  .answer(MENTIONS, paged("mentions", [sites.mention({ id: "a" })]))
  .answer(DELIVERIES, paged("deliveries", [sites.delivery()]))
  .answer(HOSTS, paged("blocked_hosts", [{ host: "spam.example", blocked_at: "2026-03-01T11:30:00.000Z" }]));

/** The screens that ask the API when they are opened, what they ask, and the heading of what is answered. */
it.each<[path: string, screen: ComponentType, operation: string, heading: string, api: AnsweringApi]>([
  ["books", BooksScreen, BOOKS, "Title 1", apiOf([book({ id: "1" })])],
  ["prices", PricesScreen, "GET /v1/products", "Camera", pricesApi(product())],
  ["prices/p1", PriceScreen, "GET /v1/products/p1", "Camera", pricesApi(product())],
  ["recommendations", RecommendationsScreen, "GET /v1/recommendations", "Site r1", api],
  ["recommendations/incoming", RecommendationsScreen, INCOMING, "Site a", api],
  ["recommendations/mentions", RecommendationsScreen, MENTIONS, "Post a", api],
  ["recommendations/deliveries", RecommendationsScreen, DELIVERIES, "https://r1.example/", api],
  ["recommendations/blocked-hosts", RecommendationsScreen, HOSTS, "spam.example", api],
  ["operations/failed-jobs", OperationsScreen, FAILED, "https://blog.example/a", api],
  ["operations/jobs", OperationsScreen, JOBS, "tea", api],
  ["notices", NoticesScreen, NOTICES, "Notice 1", api],
])(
  "the screen at %s shows that it waits, then that the network is cut, and its items after Try again",
  async (...row) => {
    const [path, screen, operation, heading, answering] = row;
    const page = await openPage([], answering, true);
    const answer = answering.hold(operation);
    await page.open(screen, path, path === "prices/p1" ? "prices/:id" : "");
    expect(texts("main [role=status]").join()).toMatch(/Loading|being read/);
    answering.faults.push(...Array.from({ length: 20 }, () => ({ kind: "cut" }) as const));
    await does(answer);
    expect(texts("main [role=alert]").join()).toContain("Check the network, then try again.");
    expect(texts("h1, h2, h3")).not.toContain(heading);
    answering.faults.length = 0;
    await act(async () => {
      document.querySelector<HTMLElement>("main [role=alert] button")?.click();
      await settled();
    });
    await act(settled);
    expect([texts("h1, h2, h3"), texts("main [role=alert]").join("")]).toEqual([expect.arrayContaining([heading]), ""]);
  },
);
