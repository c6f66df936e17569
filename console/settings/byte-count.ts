import { locale } from "../language/format.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A number of bytes for people, in decimal units, e.g. `3.4 MB`. */
export function byteCount(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const unit = UNITS[power] ?? "byte";
  const format = new Intl.NumberFormat(locale(), { style: "unit", unit, maximumSignificantDigits: 3 });
  return format.format(bytes / 1_000 ** power);
}
