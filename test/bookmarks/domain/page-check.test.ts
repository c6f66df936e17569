import { describe, expect, it } from "vitest";
import type { Finding } from "../../../lambdas/bookmarks/domain/page-check.ts";
import {
  absenceAfter,
  findingOf,
  isAskedByHead,
  needsConfirmation,
  nextCheckMs,
  PROVED_AFTER_MS,
} from "../../../lambdas/bookmarks/domain/page-check.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";

const ASKED = "https://blog.example/2019/owls";
const DAY = 24 * 60 * MINUTE;

describe("an answer proves that a page is", () => {
  it.each<[what: string, status: number, url: string, title: string | null, finding: Finding]>([
    ["a page under its address", 200, ASKED, "Owls", "there"],
    ["a page without a title, such as a PDF file", 200, ASKED, null, "there"],
    ["a page that moved on its site", 200, "https://blog.example/birds/owls", "Owls", "there"],
    ["a page whose site got another host", 200, "https://www.blog.example/2019/owls", "Owls", "there"],
    ["a page whose site now has https", 200, "https://blog.example/2019/owls", "Owls", "there"],
    ["not found", 404, ASKED, "Not found", "missing"],
    ["gone", 410, ASKED, null, "missing"],
    ["an error page with its own address, and its status", 404, "https://blog.example/404", "Not found", "missing"],
    ["a home page in its place", 200, "https://blog.example/", "The blog", "unproved"],
    ["the home page of a parked domain", 200, "https://parking.example/", "Buy this domain", "unproved"],
    ["a login page in its place", 200, "https://blog.example/login?next=%2F2019%2Fowls", "Log in", "unproved"],
    ["a login page under its address", 200, ASKED, "Sign in | The blog", "unproved"],
    ["a soft 404 under its address", 200, ASKED, "Page not found – The blog", "unproved"],
    ["a soft 404 in Japanese", 200, ASKED, "お探しのページは見つかりません", "unproved"],
    ["an error page with status 200", 200, "https://blog.example/not-found", "Oops", "unproved"],
    ["a list in its place", 200, "https://blog.example/articles", "All articles", "unproved"],
    ["a check of the browser", 200, ASKED, "Just a moment...", "unproved"],
    ["a page behind a login", 401, ASKED, null, "unproved"],
    ["a paywall", 402, ASKED, null, "unproved"],
    ["a refusal of robots", 403, ASKED, "Forbidden", "unproved"],
    ["too many requests", 429, ASKED, null, "unproved"],
    ["a page that the law forbids", 451, ASKED, null, "unproved"],
    ["an error of the site", 500, ASKED, null, "unproved"],
    ["a site under maintenance", 503, ASKED, "Maintenance", "unproved"],
    ["an origin that Cloudflare does not reach", 522, ASKED, null, "unproved"],
    ["a redirect without a target", 302, ASKED, null, "unproved"],
  ])("%s: %i", (_what, status, url, title, finding) => {
    expect(findingOf({ status, url: new URL(url), title }, new URL(ASKED))).toBe(finding);
  });

  it("there although its address is that of a login or a home page, if that is what was saved", () => {
    for (const address of ["https://blog.example/login", "https://blog.example/?next=/a"]) {
      const url = new URL(address);
      expect(findingOf({ status: 200, url, title: "The blog" }, url)).toBe("there");
    }
  });
});

it.each([
  [200, false],
  [404, true],
  [410, true],
  [403, true],
  [405, true],
  [501, true],
  [400, true],
  [401, false],
  [429, false],
  [500, false],
  [503, false],
])("an answer of %i to HEAD is confirmed by GET: %s", (status, isConfirmed) => {
  expect(needsConfirmation(status)).toBe(isConfirmed);
});

it("two checks of three ask by HEAD, but none of a page that was missing", () => {
  const shares = [0, 0.6, 0.7, 0.99];
  expect(shares.map((random) => isAskedByHead({}, random))).toEqual([true, true, false, false]);
  expect(shares.map((random) => isAskedByHead({ missingAt: at(0).toISOString() }, random))).not.toContain(true);
});

describe("a page is gone", () => {
  /** What is known after answers such as `0 missing, 7 there`: the days, and what was found. */
  const after = (answers: string) =>
    answers.split(", ").reduce<ReturnType<typeof absenceAfter>>(
      (known, answer) => {
        const [day, finding] = answer.split(" ") as [string, Finding];
        return absenceAfter(known, finding, { now: at(Number(day) * DAY), provedAfter: PROVED_AFTER_MS });
      },
      { missingAt: null, goneAt: null },
    );
  const since = (day: number) => at(day * DAY).toISOString();

  it.each([
    ["not by one answer", "0 missing", null],
    ["by two answers that are a week apart, since the first one", "0 missing, 7 missing", since(0)],
    ["not by answers of one week", "0 missing, 3 missing, 6.9 missing", null],
    ["although nothing was proved between the two", "0 missing, 7 unproved, 30 missing", since(0)],
    ["not if the page was there between the two", "0 missing, 7 there, 30 missing", null],
    ["still, while nothing else is proved", "0 missing, 7 missing, 40 unproved, 70 missing", since(0)],
    ["no longer, once it is there again", "0 missing, 7 missing, 40 there", null],
  ])("%s", (_what, answers, goneAt) => {
    expect(after(answers).goneAt).toBe(goneAt);
  });
});

it("a page is requested after 24 to 36 days, and a missing one after 7 to 10.5", () => {
  const days = (known: Parameters<typeof nextCheckMs>[0]) => [0, 1].map((random) => nextCheckMs(known, random) / DAY);
  const missingAt = at(0).toISOString();
  expect(days({})).toEqual([24, 36]);
  expect(days({ missingAt })).toEqual([7, 10.5]);
  expect(days({ missingAt, goneAt: missingAt })).toEqual([24, 36]);
});
