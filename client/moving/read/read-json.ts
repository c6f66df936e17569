import type { FileEntry, ReadEntry, TextChunks } from "../file-entry.ts";
import type { Columns } from "./columns.ts";
import { entryOf } from "./entry-of.ts";
import { foldersOf } from "./folders-of.ts";
import type { FileFormat } from "./formats.ts";
import { columnName, FORMATS, formatOf, LONGEST_NAME } from "./formats.ts";
import type { JsonElement, JsonObject } from "./json-elements.ts";
import { jsonElements } from "./json-elements.ts";

interface Waiting {
  readonly entry: FileEntry;
  readonly format: FileFormat;
  readonly parent: JsonObject | null;
  /** What the entry has in the column with the ids of its folders. */
  readonly ids: unknown;
}

const PLACES = FORMATS.flatMap(({ at }) => at ?? []);
const isList = (path: string): boolean => PLACES.some((place) => place.test(path));

/**
 * Reads bookmarks in JSON: lists of them, objects with such lists, trees of folders as browsers keep them, and one object a
 * line. Entries are yielded when the whole text was read, since folders may be named at its end.
 */
export async function* readJson(chunks: TextChunks): AsyncGenerator<ReadEntry, void, undefined> {
  const found: (ReadEntry | Waiting)[] = [];
  let hasTop = false;
  for await (const element of jsonElements(chunks, isList)) {
    const read = "object" in element ? waitingEntry(element) : { line: element.line, unreadable: element.unreadable };
    // An object at the top that is no entry is around the lists.
    const isAround = "object" in element && !element.object.isElement && !hasTop;
    if (read !== null && !(isAround && "entry" in read && read.entry.url === "")) found.push(read);
    hasTop ||= "object" in element && !element.object.isElement;
  }
  for (const read of found) {
    if (!("entry" in read)) {
      yield read;
      continue;
    }
    const { entry, format, parent, ids } = read;
    const folders = foldersOf(parent, ids, format);
    const column = folders.length === 0 ? {} : { [format.listed?.ids ?? "folder"]: true };
    yield { ...entry, tags: [...folders, ...entry.tags], columns: { ...entry.columns, ...column } };
  }
}

/** The entry of an object; null for a folder, and for a line between entries. */
function waitingEntry({ object, path }: Extract<JsonElement, { object: JsonObject }>): Waiting | null {
  if (object.hasEntries || String(object.fields.type).endsWith("separator")) return null;
  const { names, columns } = columnsOf(object.fields);
  const format = formatOf("json", names, path);
  if (format === null) return null;
  const { parent, fields } = object;
  return { entry: entryOf(format, columns, object.line), format, parent, ids: fields[format.listed?.ids ?? ""] };
}

/** The columns of an object, of which those that are objects are left out for their own ones: all names, and what has a value. */
function columnsOf(fields: JsonObject["fields"]): { readonly names: ReadonlySet<string>; readonly columns: Columns } {
  const names = new Set<string>();
  const columns = new Map<string, { name: string; value: unknown }>();
  const add = (name: string, value: unknown) => {
    const key = columnName(name);
    names.add(key);
    if (!isEmpty(value) && !columns.has(key)) columns.set(key, { name: name.slice(0, LONGEST_NAME), value });
  };
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) add(name, value);
    else for (const [inner, each] of Object.entries(value)) add(`${name}.${inner}`, each);
  }
  return { names, columns };
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
}
