import { describe, expect, it } from "vitest";
import { alarm } from "../../../lambdas/shared/notices/kinds/alarm.ts";
import { newBooks } from "../../../lambdas/shared/notices/kinds/books.ts";
import { gone } from "../../../lambdas/shared/notices/kinds/gone.ts";
import { mention } from "../../../lambdas/shared/notices/kinds/mention.ts";
import { price } from "../../../lambdas/shared/notices/kinds/price.ts";
import { searchFailing } from "../../../lambdas/shared/notices/kinds/search-failing.ts";
import { newNotice } from "../../../lambdas/shared/notices/notice.ts";
import { toNotice, toNoticeItem } from "../../../lambdas/shared/notices/notice-item.ts";
import type { NoticeKindOf } from "../../../lambdas/shared/notices/notice-kind.ts";
import { KIND_NAMES } from "../../../lambdas/shared/notices/notice-kind.ts";
import { inLanguage, recordOf } from "../../../lambdas/shared/notices/notice-kinds.ts";
import { START } from "../../emulators/test-clock.ts";

const product = { id: "p", name: "Camera" };
const offer = (price: number) => ({ price, name: `Z${price}`, url: `https://jp.mercari.com/item/m${price}` });

const failing = { product, since: "2026-11-20T03:00:00.000Z", error: null, url: "https://jp.mercari.com/search" };
const page = { host: "garden.example", url: "https://garden.example/" };

const made = <Data extends object>(kind: NoticeKindOf<Data>, data: Data) =>
  newNotice(kind, { about: [JSON.stringify(data)], data }, START);

/** Notices of each kind, in each of its forms. */
const notices = [
  made(price, { product, offers: [offer(1_900)], found: "lowest" }),
  made(price, { product, offers: [offer(900)], found: "below" }),
  made(price, { product, offers: [offer(900)], found: "first" }),
  made(price, { product, offers: [offer(800), offer(900)], found: "first" }),
  made(newBooks, { job: "tea", count: 1, titles: ["Green tea, A. Author"], url: null }),
  made(newBooks, { job: "tea", count: 4, titles: ["Green tea", "Oolong"], url: "https://books.example/1" }),
  made(newBooks, { job: "tea", total: 350, read: 40 }),
  made(searchFailing, { ...failing, error: "timeout" }),
  made(searchFailing, failing),
  made(searchFailing, { job: "tea", count: 3, error: "Google refuses." }),
  made(mention, { ...page, name: "Garden", excerpt: "Beds", recommended: true }),
  made(mention, { ...page, name: null, excerpt: null, recommended: false }),
  made(gone, { month: "2026-10", count: 1, more: false }),
  made(gone, { month: "2026-10", count: 1_000, more: true }),
  made(alarm, { alarm: "prod-api-5xx", impact: "Requests fail.", reason: "1 above 0", runbook: null }),
];

describe("a notice of each kind", () => {
  it.each(["en", "ja"] as const)("has its text in %s", (language) => {
    const shown = notices.map((notice) => inLanguage(notice, language));
    expect(shown.map(({ kind, title, body, url, screen }) => ({ kind, title, body, url, screen }))).toMatchSnapshot();
  });

  it("is read as it was made, although the last release does not know each kind", () => {
    const items = notices.map(toNoticeItem);
    expect(items.map(toNotice)).toEqual(notices);
    expect(new Set(items.map(({ kind }) => kind))).not.toContain("gone");
  });

  it("is visible to everybody, unless it is about work for administrators", () => {
    const seen = KIND_NAMES.map((kind) => [kind, recordOf(kind).seenBy]);
    expect(Object.fromEntries(seen)).toEqual({
      price: "everybody",
      books: "everybody",
      search_failing: "administrators",
      mention: "everybody",
      gone: "everybody",
      alarm: "administrators",
    });
  });
});

it("keeps only the part of long data that its text can show: an item of a table has at most 400 KB", () => {
  const titles = Array.from({ length: 20 }, () => "𠮷\n".repeat(50_000));
  const { data } = made(newBooks, { job: "tea", count: 20, titles, url: null });
  expect(JSON.stringify(data).length).toBeLessThan(20 * 1_000);
});
