import type { TextChunks } from "./file-entry.ts";
import { LONGEST_ENTRY } from "./file-entry.ts";

/** An element of a list in a JSON text. */
export interface JsonElement {
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** The name of the list in the object around it; null for a list that is the whole text. */
  readonly list: string | null;
  /** The element's JSON; null when it is longer than an entry may be or the text ends inside of it. */
  readonly json: string | null;
  readonly cutOff: boolean;
}

const NEW_LINE = 10;
const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

/**
 * Splits a JSON text into the elements of its list, or of the lists in its object, without keeping more than one
 * element. It looks for brackets and quotes only: the elements are not checked.
 */
export async function* jsonElements(chunks: TextChunks): AsyncGenerator<JsonElement, void, undefined> {
  let line = 1;
  let depth = 0;
  /** The depth of the open list's elements; 0 outside of lists. */
  let listDepth = 0;
  let inString = false;
  let escaped = false;
  let rootIsObject = false;
  /** The latest string directly in the object, and whether it is being read. */
  let name = "";
  let inName = false;
  /** The open element: its text so far, and its line; 0 before it begins. */
  let text = "";
  let begunAt = 0;

  const taken = (more: string, cutOff = false): JsonElement | null => {
    const json = text.length + more.length > LONGEST_ENTRY || cutOff ? null : text + more;
    const element = { line: begunAt, list: rootIsObject ? name : null, json, cutOff };
    text = "";
    begunAt = 0;
    return element.line === 0 ? null : element;
  };

  for await (const chunk of chunks) {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === NEW_LINE) line += 1;
      if (inString) {
        if (escaped) escaped = false;
        else if (code === BACKSLASH) escaped = true;
        else if (code === QUOTE) {
          inString = false;
          inName = false;
        }
        if (inName && name.length < 100) name += chunk.charAt(at);
        continue;
      }
      if (listDepth > 0 && begunAt === 0 && code > 32 && code !== COMMA && code !== CLOSING_BRACKET) begunAt = line;
      if (code === QUOTE) {
        inString = true;
        if (rootIsObject && depth === 1) {
          inName = true;
          name = "";
        }
      } else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
        depth += 1;
        if (depth === 1) rootIsObject = code === OPENING_BRACE;
        if (listDepth === 0 && code === OPENING_BRACKET && depth === (rootIsObject ? 2 : 1)) {
          listDepth = depth;
          start = at + 1;
        }
      } else if (code === COMMA || code === CLOSING_BRACE || code === CLOSING_BRACKET) {
        if (depth === listDepth && listDepth > 0) {
          const element = taken(chunk.slice(start, at));
          if (element !== null) yield element;
          start = at + 1;
          if (code !== COMMA) listDepth = 0;
        }
        if (code !== COMMA) depth -= 1;
      }
    }
    if (listDepth > 0 && text.length <= LONGEST_ENTRY) text += chunk.slice(start);
  }
  const last = depth > 0 ? taken("", true) : null;
  if (last !== null) yield last;
  else if (depth > 0) yield { line, list: rootIsObject ? name : null, json: null, cutOff: true };
}
