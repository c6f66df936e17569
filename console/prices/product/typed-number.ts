import { nfkc } from "../../../lambdas/shared/nfkc.ts";
import { CATEGORIES } from "./categories.ts";

/** What a person has typed into a box for a number: the number, null for nothing, or `wrong`. */
export type TypedNumber = number | null | "wrong";

/** Mercari's highest price, in whole yen. */
const HIGHEST_PRICE = 9_999_999;

/** Reads whole yen as people type them, e.g. `3,000`, `¥3000`, `３０００円`; from 1 to Mercari's highest price. */
export function typedYen(text: string): TypedNumber {
  const plain = nfkc(text).replace(/[\s,、¥\\円]/g, "");
  return inRange(plain, HIGHEST_PRICE);
}

/** Reads a category of Mercari: its number, alone or before its name as a list shows both, or its name. */
export function typedCategory(text: string): TypedNumber {
  const plain = nfkc(text).trim();
  const named = CATEGORIES.filter(({ en, ja }) =>
    [en, ja].some((name) => nfkc(name).toLowerCase() === plain.toLowerCase()),
  );
  if (named.length === 1) return named[0]?.id ?? null;
  return inRange(/^(\d+)\s/.exec(plain)?.[1] ?? plain, Number.MAX_SAFE_INTEGER);
}

function inRange(plain: string, highest: number): TypedNumber {
  if (plain === "") return null;
  if (!/^\d+$/.test(plain)) return "wrong";
  const number = Number(plain);
  return number >= 1 && number <= highest ? number : "wrong";
}
