import type { Product } from "../../../client/index.ts";
import { count, locale, yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { verdictTexts } from "./verdict-texts.ts";

export type Verdict = NonNullable<Product["verdict"]>;

/** A sentence that says whether the cheapest offer is good, and by how many sales that is known. */
export function verdictWords(verdict: Verdict, now: Date): string {
  const t = translations(verdictTexts);
  const { kind, reason, percent, sales, days } = verdict;
  if (percent === null) return sales === 0 ? t.noSales(days) : t.fewSales(sales, days);
  const size = count(Math.abs(percent));
  const compared = percent === 0 ? t.same(sales, days) : (percent < 0 ? t.below : t.above)(size, sales, days);
  if (kind === "unknown") return (reason === "far_below" ? t.farBelow : t.oldPrices)(compared);
  return t.judged(t.kinds[kind], compared, lowestWords(verdict, now));
}

/** How far a price is from the usual one, e.g. `−13%`. @param percent negative below it */
export function difference(percent: number): string {
  return new Intl.NumberFormat(locale(), { style: "percent", signDisplay: "exceptZero" }).format(percent / 100);
}

/** What the sentence is computed from. */
export function medianWords({ against }: Verdict): readonly string[] {
  const t = translations(verdictTexts);
  const { sold_median_30d: month, sold_median_90d: quarter, offers_median: offers, lowest_ever: lowest } = against;
  return [
    ...(month === null ? [] : [t.soldMedian(30, yen(month))]),
    ...(quarter === null ? [] : [t.soldMedian(90, yen(quarter))]),
    t.offersMedian(yen(offers)),
    ...(lowest === null ? [] : [t.lowestEver(yen(lowest))]),
  ];
}

/** Since when nothing was cheaper; empty when less was asked or paid this month. */
function lowestWords({ price, against, lowest_since: since }: Verdict, now: Date): string {
  const t = translations(verdictTexts);
  if (since === null) return price === against.lowest_ever ? t.lowestSoFar : "";
  const thisMonth = new Intl.DateTimeFormat("sv-SE", { ...JAPAN, year: "numeric", month: "2-digit" }).format(now);
  return since === thisMonth ? "" : t.lowestSince(monthWords(since, thisMonth));
}

const JAPAN = { timeZone: "Asia/Tokyo" } as const;

/** `June`, or of another year `June 2025`. */
function monthWords(month: string, thisMonth: string): string {
  const year = month.slice(0, 4) === thisMonth.slice(0, 4) ? {} : ({ year: "numeric" } as const);
  const format = new Intl.DateTimeFormat(locale(), { ...year, month: "long", timeZone: "UTC" });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}
