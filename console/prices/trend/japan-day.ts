import { locale } from "../../language/format.ts";

/** How a day is written: `16 Nov 2026`, in Japanese `2026/11/16`, without the year, or its month alone. */
const STYLES = {
  full: { dateStyle: "medium" },
  short: { month: "short", day: "numeric" },
  month: { month: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A day in Japan, where the prices come from. @param moment seconds since 1970, UTC */
export function japanDay(moment: number, style: keyof typeof STYLES = "full"): string {
  return new Intl.DateTimeFormat(locale(), { ...STYLES[style], timeZone: "Asia/Tokyo" }).format(moment * 1_000);
}
