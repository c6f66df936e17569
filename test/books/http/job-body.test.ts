import { expect, it } from "vitest";
import * as z from "zod/mini";
import { jobBody, jobSettings, newJobBody } from "../../../lambdas/books/http/job-body.ts";

const parsed = (body: object) => z.safeParse(jobBody, { queries: ["q"], ...body }).success;

it.each([
  [{ queries: Array(20).fill("q") }, { queries: Array(21).fill("q") }],
  [{ queries: ["q".repeat(500)] }, { queries: ["q".repeat(501)] }],
  [{ queries: [" q "] }, { queries: [" "] }],
  [{ max_per_run: 0 }, { max_per_run: -1 }],
  [{ max_per_run: 1_000 }, { max_per_run: 1_001 }],
  [{ max_per_run: 1 }, { max_per_run: 1.5 }],
  [{ enabled: false }, { enabled: "no" }],
  [{ schedule: null }, { schedule: "monthly" }],
  [{ google_books: null }, { google_books: "all" }],
  [{ google_books: { lang_restrict: "ja" } }, { google_books: { lang_restrict: "jap" } }],
  [{ google_books: { lang_restrict: "pt-BR" } }, { google_books: { lang_restrict: "pt-BRA" } }],
  [{ google_books: { lang_restrict: null } }, { google_books: { lang_restrict: "x-ja" } }],
  [{ google_books: { order_by: "newest" } }, { google_books: { order_by: "oldest" } }],
  [{ google_books: { print_type: "books" } }, { google_books: { print_type: "maps" } }],
  [{ google_books: { filter: "free-ebooks" } }, { google_books: { filter: "free" } }],
  [{ google_books: { country: "JP" } }, { google_books: { country: "JPN" } }],
  [{ google_books: { country: null } }, { google_books: { country: "xJP" } }],
])("a job may have %o, but not %o", (allowed, refused) => {
  expect([parsed(allowed), parsed(refused)]).toEqual([true, false]);
});

it("the messages are sentences", () => {
  const refused = { name: "-", queries: [" "], google_books: { lang_restrict: "x", country: "x" } };
  expect(z.safeParse(newJobBody, refused).error?.issues.map(({ message }) => message)).toEqual([
    "must have a word",
    "must be a language code such as ja",
    "must be a country code such as JP",
    "must have 1 to 64 of a-z, 0-9 and -, the first one no -",
  ]);
});

it.each([
  ["lang_restrict", "langRestrict", "ja"],
  ["order_by", "orderBy", "newest"],
  ["print_type", "printType", "magazines"],
  ["filter", "filter", "ebooks"],
  ["country", "country", "GB"],
])("the option %s is stored as %s, and the others are null", (field, name, value) => {
  const nothing = { langRestrict: null, orderBy: null, printType: null, filter: null, country: null };
  const { options } = jobSettings(z.parse(jobBody, { queries: ["q"], google_books: { [field]: value } }));
  expect(options).toEqual({ ...nothing, [name]: value });
});

it.each([
  ["max_per_run", "maxPerRun", 7],
  ["enabled", "enabled", false],
  ["schedule", "schedule", "daily"],
  ["check_for_new", "checkForNew", false],
  ["notify", "notify", true],
])("the setting %s is stored as %s, and the others have their defaults", (field, name, value) => {
  const usual = jobSettings(z.parse(jobBody, { queries: ["q"] }));
  expect(jobSettings(z.parse(jobBody, { queries: ["q"], [field]: value }))).toEqual({ ...usual, [name]: value });
  expect(usual).toMatchObject({
    maxPerRun: 80,
    enabled: true,
    schedule: null,
    checkForNew: true,
    notify: false,
    options: { langRestrict: null, orderBy: null, printType: null, filter: null, country: null },
  });
});
