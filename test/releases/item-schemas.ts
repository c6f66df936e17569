import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { BOOKMARKS } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import type { ItemTypes, SavedItemKind } from "../../lambdas/shared/saved-items/saved-item-kind.ts";
import { toAttributes as attributesOfKind } from "../../lambdas/shared/saved-items/stored-item.ts";
import { toAttributes } from "../../lambdas/shared/table/attribute-names.ts";
import { STOCKS } from "../../lambdas/slides/stock-table.ts";
import type { Schema } from "./comparison/schema.ts";
import { TypeSchemas } from "./type-schemas.ts";

const ROOT = resolve(import.meta.dirname, "../..");

type Fields = Readonly<Record<string, Schema>>;

/** Where the interfaces of items are. */
const PLACES = [
  "lambdas/*/tables/*.ts",
  "lambdas/notices/*.ts",
  "lambdas/shared/{changes,notices}/*.ts",
  "lambdas/shared/saved-items/stored-item.ts",
];

/** Types of the domain of which items hold these fields as they are, named as attributes are. */
const VALUES: readonly (readonly [file: string, type: string, fields: readonly string[] | "all"])[] = [
  ["lambdas/bookmarks/domain/bookmark.ts", "Bookmark", ["failure"]],
  ["lambdas/books/domain/book.ts", "Book", "all"],
  ["lambdas/books/domain/job.ts", "Cursor", "all"],
  ["lambdas/books/domain/job.ts", "Job", ["options", "failures", "failedRuns"]],
  ["lambdas/books/domain/job.ts", "Run", "all"],
  ["lambdas/mercari/domain/crawl-run.ts", "CrawlRun", "all"],
  ["lambdas/mercari/domain/price-alert.ts", "Offer", "all"],
  ["lambdas/mercari/domain/price-summary.ts", "PriceSummary", "all"],
  ["lambdas/mercari/domain/product.ts", "Product", ["crawl", "alert", "lastCrawl", "reached"]],
  ["lambdas/recommendations/domain/mention.ts", "Mention", ["site"]],
  ["lambdas/recommendations/domain/recommendation.ts", "Recommendation", ["site"]],
  ["lambdas/slides/stock.ts", "Stock", ["failure"]],
];

/** The kinds of saved items: their types, and the names of their attributes. */
const KINDS: readonly (readonly [file: string, type: string, attribute: (fields: object) => object])[] = [
  ["lambdas/bookmarks/domain/bookmark.ts", "Bookmark", attributesOf(BOOKMARKS)],
  ["lambdas/slides/stock.ts", "Stock", attributesOf(STOCKS)],
];

/**
 * The schema of each type that the code has for what it stores, by its name. No table has a schema of zod, since it reads
 * what the project's own code has written: so these are the schemas of types, of every interface beside the tables whose name
 * ends with `Item`, of the kinds of saved items, and of the values of the domain that items hold.
 */
export function itemSchemas(): Fields {
  const files = globSync(PLACES, { cwd: ROOT });
  const named = files.sort().flatMap((file) => {
    const names = readFileSync(join(ROOT, file), "utf8").matchAll(/^(?:export )?interface (\w*Item)\b/gm);
    return [...names].map(([, type = ""]) => [file, type] as const);
  });
  const types = new TypeSchemas(
    ROOT,
    [...named, ...VALUES, ...KINDS].map(([file]) => file),
  );
  return Object.fromEntries([
    ...named.map(([file, type]) => [type, types.of(file, type)]),
    ...VALUES.map(([file, type, fields]) => [`${type}, as a value`, asValue(types.of(file, type), fields)]),
    ...KINDS.map(([file, type, attribute]) => [type, renamed(types.of(file, type), attribute)]),
  ]);
}

function attributesOf<T extends ItemTypes>(kind: SavedItemKind<T>) {
  return (fields: object) => attributesOfKind(kind, fields);
}

/** A schema of a value as `toAttributes` stores it: its fields have the names of attributes, at any depth. */
function asValue(schema: Schema, fields: readonly string[] | "all"): Schema {
  const { properties = {}, required = [] } = schema;
  const kept = Object.entries(properties).filter(([name]) => fields === "all" || fields.includes(name));
  if (fields !== "all" && kept.length < fields.length) throw new Error(`A type has none of ${fields.join(", ")}.`);
  const isKept = new Set(kept.map(([name]) => name));
  const part = {
    ...schema,
    properties: Object.fromEntries(kept),
    required: required.filter((name) => isKept.has(name)),
  };
  return atAnyDepth(part, (one) => renamed(one, (names) => toAttributes(names) as object));
}

/** A schema of an object with other names of its fields; those that get none are left out. */
function renamed(schema: Schema, attribute: (fields: object) => object): Schema {
  const { properties, required = [] } = schema;
  if (properties === undefined) return schema;
  const named = (field: string) => Object.keys(attribute({ [field]: null }));
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).flatMap(([field, value]) => named(field).map((name) => [name, value])),
    ),
    required: required.flatMap(named),
  };
}

function atAnyDepth(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const deeper = (one: Schema) => atAnyDepth(one, change);
  const { properties, items, anyOf, ...rest } = schema;
  return change({
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, deeper(of)])),
    }),
    ...(items && { items: deeper(items) }),
    ...(anyOf && { anyOf: anyOf.map(deeper) }),
  });
}
