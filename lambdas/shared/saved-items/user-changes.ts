import { isDeepStrictEqual } from "node:util";

/** Changes of what the user wrote of an item; a field that is undefined stays. */
export type Changes<Written extends object> = { readonly [Field in keyof Written]?: Written[Field] | undefined };

/** Whether an item has every value of changes already. */
export function hasAll<Written extends object>(item: Written, changes: Changes<Written>): boolean {
  const fields = Object.keys(changes) as (keyof Written)[];
  return fields.every((field) => changes[field] === undefined || isDeepStrictEqual(changes[field], item[field]));
}
