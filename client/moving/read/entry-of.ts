import type { EntryMark, FileEntry } from "../file-entry.ts";
import { entryMarks } from "../file-entry.ts";
import type { Columns } from "./columns.ts";
import { fileDate } from "./file-date.ts";
import type { Field, FileFormat } from "./formats.ts";
import { placeOf } from "./place-of.ts";
import { tagsOf } from "./tags-of.ts";

/**
 * The entry of a record, and which of its columns were read.
 *
 * @param around the names of the folders around the record, the outermost first
 */
export function entryOf(format: FileFormat, columns: Columns, line: number, around: readonly string[] = []): FileEntry {
  const read = new Set<string>();
  /** The values of a field's columns that have one. Only these columns count as read. */
  const valuesOf = <T>(field: Field, parse: (value: unknown) => T, isValue: (value: T) => boolean): T[] =>
    (format.fields[field] ?? []).flatMap((name) => {
      const column = columns.get(name);
      if (column === undefined) return [];
      const value = parse(column.value);
      if (!isValue(value)) return [];
      read.add(column.name);
      return [value];
    });
  const first = (field: Field): string => {
    for (const name of format.fields[field] ?? []) {
      const column = columns.get(name);
      const text = textOf(column?.value).trim();
      if (column === undefined || text === "") continue;
      read.add(column.name);
      return text;
    }
    return "";
  };
  const isOwn = (name: string) => format.ownNames?.includes(name.toLowerCase()) ?? false;
  const lists = (field: "tags" | "folder", listOf: (value: unknown) => readonly string[]) =>
    valuesOf(
      field,
      (value) => listOf(value).filter((name) => !isOwn(name)),
      (names) => names.length > 0,
    ).flat();
  const [date = fileDate("")] = valuesOf("savedAt", format.date ?? fileDate, ({ savedAt }) => savedAt !== null);
  const folders = lists("folder", (value) =>
    textOf(value)
      .split(" / ")
      .map((name) => name.trim())
      .filter(Boolean),
  );
  const isMarked = (mark: EntryMark) =>
    format[mark] === true ||
    Object.entries(format[mark] ?? {}).some(([name, values]) => {
      const column = columns.get(name);
      if (column !== undefined) read.add(column.name);
      return values.includes(
        String(column?.value ?? "")
          .trim()
          .toLowerCase(),
      );
    });
  const placed = format.place === undefined ? null : placeOf(columns, format.place);
  for (const name of placed?.names ?? []) read.add(name);
  const entry = {
    line,
    url: first("url"),
    title: first("title"),
    note: valuesOf("note", textOf, (text) => text.trim() !== "").join("\n\n"),
    tags: [
      ...around.filter((name) => !isOwn(name)),
      ...folders,
      ...lists("tags", (value) => tagsOf(value, format.separator)),
    ],
    ...entryMarks(isMarked),
    place: placed?.place ?? null,
    ...date,
  };
  return { ...entry, columns: Object.fromEntries([...columns.values()].map(({ name }) => [name, read.has(name)])) };
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
}
