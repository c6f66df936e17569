import type { Sort } from "../../../client/index.ts";
import { sorts } from "../../../client/search.ts";
import { valuesIn } from "../address-with.ts";

/** The order that a screen's address names. @param preset of an address without one */
export function sortIn(address: string, preset: Sort): Sort {
  return sorts.find((sort) => sort === valuesIn(address, "sort")[0]) ?? preset;
}
