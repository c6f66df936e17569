import { parseJson } from "../../parse-json.ts";
import type { TextChunks } from "../file-entry.ts";
import { LONGEST_ENTRY } from "../file-entry.ts";
import type { RemarkCode } from "../remarks.ts";

/** An object of a JSON text. Its fields are whole when the text has been read. */
export interface JsonObject {
  readonly line: number;
  readonly fields: Record<string, unknown>;
  /** The object around it. */
  readonly parent: JsonObject | null;
  /** Whether it is an element of a list, and not the value of a field. */
  readonly isElement: boolean;
  /** Whether entries are in it. */
  hasEntries: boolean;
}

/** An element of a list of entries, or an object at the top of the text: its object, or why there is none. */
export type JsonElement = { readonly line: number; readonly path: string } & (
  | { readonly object: JsonObject }
  | { readonly unreadable: RemarkCode }
);

/** An object or a list that is open. */
interface Frame {
  readonly object: JsonObject | null;
  /** The object around it. */
  readonly parent: JsonObject | null;
  readonly values: unknown[];
  readonly path: string;
  /** Whether it is a list of entries: its elements are yielded, and not kept. */
  readonly isList: boolean;
  name: string;
  /** The code units of the values that are kept of it. */
  size: number;
  isBroken: boolean;
}

const NEW_LINE = 10;
const QUOTE = 34;
const BACKSLASH = 92;
const SIGNS = new Set([..."{}[]:,"].map((sign) => sign.charCodeAt(0)));

/** The deepest object or list that is read; the longest path that is compared. */
const DEEPEST = 1_000;
const LONGEST_PATH = 200;

/**
 * Reads the objects of a JSON text, or of one after the other in one text, while it arrives. Of an element of a list of
 * entries, and of what stands around these lists, the fields are kept; what is broken in an element ends with it.
 *
 * @param isList whether a list, by the names around it, joined by dots, of which repeated ones stand once, is one of entries
 */
export async function* jsonElements(
  chunks: TextChunks,
  isList: (path: string) => boolean,
): AsyncGenerator<JsonElement, void, undefined> {
  const reader = new JsonReader(isList);
  for await (const chunk of chunks) yield* reader.read(chunk);
  const cutOff = reader.end();
  if (cutOff !== null) yield cutOff;
}

class JsonReader {
  readonly #isList: (path: string) => boolean;
  readonly #frames: Frame[] = [];
  /** How many more objects and lists are open than these. */
  #deeper = 0;
  #line = 1;
  /** The text since the latest sign, its length, and the line on which it begins. */
  #token = "";
  #length = 0;
  #tokenLine = 1;
  #inString = false;
  #isEscaped = false;
  /** How much of the chunk has been read. */
  #found: JsonElement[] = [];

  constructor(isList: (path: string) => boolean) {
    this.#isList = isList;
  }

  read(chunk: string): readonly JsonElement[] {
    this.#found = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === NEW_LINE) this.#line += 1;
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) this.#inString = false;
      } else if (code === QUOTE) this.#inString = true;
      else if (SIGNS.has(code)) {
        this.#collect(chunk.slice(start, at));
        this.#take(chunk.charAt(at));
        start = at + 1;
      }
    }
    this.#collect(chunk.slice(start));
    return this.#found;
  }

  /** Where the text ends too early; null for a complete one. */
  end(): JsonElement | null {
    const { path } = this.#frames.at(-1) ?? {};
    if (path === undefined) return null;
    const open = this.#frames.findLast(({ object }, index) => object !== null && this.#frames[index - 1]?.isList);
    const line = open?.object?.line ?? (this.#token.trim() === "" ? this.#line : this.#tokenLine);
    return { line, path, unreadable: "cut_off" };
  }

  #collect(text: string): void {
    if (this.#length === 0 || this.#token.trim() === "") this.#tokenLine = this.#line - lineEnds(text.trimStart());
    this.#length += text.length;
    if (this.#length <= LONGEST_ENTRY) this.#token += text;
  }

  /** Takes a sign, and the text before it. */
  #take(sign: string): void {
    const text = this.#token.trim();
    const length = this.#length;
    [this.#token, this.#length] = ["", 0];
    const frame = this.#frames.at(-1);
    if (frame !== undefined) frame.size += length;
    if (sign === "{" || sign === "[") {
      if (text !== "" && frame !== undefined) frame.isBroken = true;
      this.#open(sign === "{");
    } else if (this.#deeper > 0) {
      if (sign === "}" || sign === "]") this.#deeper -= 1;
    } else if (sign === ":") {
      if (frame?.object == null) return;
      const name = parsed(text);
      if (typeof name === "string") frame.name = name.slice(0, 100);
      else frame.isBroken = true;
    } else {
      if (text !== "") this.#put(parsed(text), this.#tokenLine);
      if (sign !== ",") this.#close();
    }
  }

  #open(isObject: boolean): void {
    const around = this.#frames.at(-1);
    if (this.#frames.length === DEEPEST || this.#deeper > 0) {
      this.#deeper += 1;
      return;
    }
    const parent = around?.object ?? around?.parent ?? null;
    const path = pathIn(around, isObject);
    const isList = !isObject && around?.object !== null && this.#isList(path);
    if (isList) for (let each = parent; each?.hasEntries === false; each = each.parent) each.hasEntries = true;
    const isElement = around !== undefined && around.object === null;
    const fields: Record<string, unknown> = Object.create(null);
    const object = isObject ? { line: this.#line, fields, parent, isElement, hasEntries: false } : null;
    this.#frames.push({ object, parent, values: [], path, isList, name: "", size: 0, isBroken: false });
  }

  #close(): void {
    const closed = this.#frames.pop();
    if (closed === undefined) return;
    const { object, size, isBroken } = closed;
    const around = this.#frames.at(-1);
    const isFolder = object?.hasEntries ?? closed.isList;
    if (around !== undefined && !around.isList) {
      around.size += isFolder ? 0 : size;
      around.isBroken ||= isBroken && !isFolder;
      if (!closed.isList) this.#put(object === null ? closed.values : object.fields, this.#line);
      return;
    }
    const at = { line: object?.line ?? this.#line, path: around?.path ?? "" };
    if (size > LONGEST_ENTRY && !isFolder) this.#found.push({ ...at, unreadable: "too_long" });
    else if (object !== null && (isFolder || !isBroken)) this.#found.push({ ...at, object });
    else if (object !== null || around !== undefined) this.#found.push({ ...at, unreadable: "no_object" });
  }

  /** Keeps a value in what is open. */
  #put(value: unknown, line: number): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    if (value === undefined) frame.isBroken = true;
    if (frame.isList) this.#found.push({ line, path: frame.path, unreadable: "no_object" });
    else if (frame.size > LONGEST_ENTRY) return;
    else if (frame.object === null) frame.values.push(value);
    else frame.object.fields[frame.name] = value;
  }
}

/** The path of what is opened in an object or a list. The elements of a list at the top of the text have one of their own. */
function pathIn(around: Frame | undefined, isObject: boolean): string {
  if (around === undefined) return "";
  const { path, name, object } = around;
  if (object === null) return isObject && path === "" ? "*" : path;
  if (path === name || path.endsWith(`.${name}`) || path.length > LONGEST_PATH) return path;
  return path === "" ? name : `${path}.${name}`;
}

function lineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** The first characters of values. Other texts are not parsed, since an error costs as much as a hundred values. */
const BEGINS_VALUE = /^(?:"|-?\d|true$|false$|null$)/;

/** A parsed value that is no object and no list; undefined for invalid JSON. */
function parsed(json: string): unknown {
  return BEGINS_VALUE.test(json) ? parseJson(json) : undefined;
}
