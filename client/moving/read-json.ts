import { fileDate } from "./file-date.ts";
import type { ReadEntry, TextChunks } from "./file-entry.ts";
import { jsonElements } from "./json-elements.ts";

/** The names of the lists that are read: of bookmarks Magpie's and Karakeep's, and linkding's; Magpie's of stocks. */
const LISTS: readonly (string | null)[] = [null, "bookmarks", "results", "stocks"];

/**
 * Reads a list of bookmarks in JSON, or an object with such a list: Magpie's own, also of stocks, Karakeep's export, a page
 * of linkding's API, Pinboard's export.
 */
export async function* readJson(chunks: TextChunks): AsyncGenerator<ReadEntry, void, undefined> {
  for await (const { line, list, json, cutOff } of jsonElements(chunks)) {
    if (cutOff) yield { line, unreadable: "cut_off" };
    else if (LISTS.includes(list)) yield json === null ? { line, unreadable: "too_long" } : entryOf(line, parsed(json));
  }
}

/** Parsed JSON; undefined for invalid JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function entryOf(line: number, value: unknown): ReadEntry {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { line, unreadable: "no_object" };
  }
  const fields = value as Readonly<Record<string, unknown>>;
  // Pinboard names the page's title `description`, and the user's note `extended`.
  const pinboards = typeof fields.href === "string";
  const content = (typeof fields.content === "object" ? fields.content : null) as { readonly url?: unknown } | null;
  const [title, ...notes] = pinboards
    ? [fields.description, fields.extended]
    : [fields.title, fields.description, fields.notes, fields.note, fields.memo];
  return {
    line,
    url: text(fields.url) || text(fields.href) || text(fields.canonical_url) || text(content?.url),
    title: text(title),
    note: notes.filter((note) => text(note) !== "").join("\n\n"),
    tags: tagsOf(fields.tags ?? fields.tag_names),
    ...fileDate(fields.created_at, fields.createdAt, fields.date_added, fields.saved_at, fields.time),
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** A list of texts or of objects with a name; or words in one text, as Pinboard has them. */
function tagsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return value.split(/\s+/).filter(Boolean);
  if (!Array.isArray(value)) return [];
  return value.map((tag) => text(typeof tag === "object" && tag !== null ? tag.name : tag)).filter(Boolean);
}
