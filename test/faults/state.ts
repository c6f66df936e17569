import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { TestDynamo } from "../emulators/dynamo.ts";

/** Attributes that a repeated call may change: such a count may be one too high, but never too low. */
const COUNTS = ["count", "version", "published", "reconcile_rounds", "resets"];

/** Maps whose names are data, such as ids and hashes. */
const NAMED_BY_DATA = new Set(["cursors", "entries", "owners", "announcements", "announced", "counts"]);

/** The items of tables, by table, each as a text. */
export type Tables = Readonly<Record<string, readonly string[]>>;

/**
 * Reads every item of the tables, without the counts that a repeated call may change.
 *
 * @throws Error if an attribute's name is not in snake_case
 */
export async function readTables({ client }: Pick<TestDynamo, "client">, names: readonly string[]): Promise<Tables> {
  const contents = await Promise.all(
    names.map(async (TableName) => {
      const { Items = [] } = await client.send(new ScanCommand({ TableName, ConsistentRead: true }));
      const wrong = misnamed(Items);
      if (wrong.length > 0) throw new Error(`Attributes of table ${TableName} are not in snake_case: ${wrong}`);
      return [TableName, Items.map((item) => textOf(uncounted(item))).sort()] as const;
    }),
  );
  return Object.fromEntries(contents);
}

function uncounted(item: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !COUNTS.includes(name)));
}

function textOf(item: unknown): string {
  return JSON.stringify(item, (_name, value) => (value instanceof Set ? [...value].sort() : value));
}

/** The names of attributes at any depth that are not in snake_case. */
function misnamed(item: unknown, isNamedByData = false): readonly string[] {
  if (Array.isArray(item)) return item.flatMap((value) => misnamed(value));
  if (typeof item !== "object" || item === null || item instanceof Set || ArrayBuffer.isView(item)) return [];
  return Object.entries(item).flatMap(([name, value]) => [
    // Mercari's watched rows are attributes whose names are ids.
    ...(isNamedByData || name.startsWith("@") || /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name) ? [] : [name]),
    ...misnamed(value, NAMED_BY_DATA.has(name)),
  ]);
}

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const EPOCH = /\b0*1[78]\d{8}(?:\d{3})?\b/g;
const NEW_ID = /\b(?:id-\d+|0{8}-0000-4000-8000-\d{12})\b/g;

/** The folder of an item's files: it is made of the id of the request that created the item, which is new in each repetition. */
const FOLDER = /"(?:content_)?folder":"([0-9a-f-]{36})"/g;

/** Why something failed: an attempt that was stopped has another reason than one that was answered. */
const FAILURE_CODE = /("failure":\{[^}]*"code":)"\w+"/g;

/** The position in a list, which may hold the time of the request. */
const CURSOR = /"next_cursor":"[^"]+"/g;

function withoutFolders(text: string): string {
  const folders = Array.from(text.matchAll(FOLDER), ([, folder = ""]) => folder);
  return folders.reduce((rest, folder) => rest.replaceAll(folder, "(folder)"), text);
}

/** A text without what depends on when and how it came about: times, ids that were new, and the reason of a failure. */
export function bare(text: string): string {
  return withoutFolders(text)
    .replace(TIME, "(time)")
    .replace(EPOCH, "(epoch)")
    .replace(NEW_ID, "(id)")
    .replace(CURSOR, '"next_cursor":"(cursor)"')
    .replace(FAILURE_CODE, '$1"(code)"');
}
