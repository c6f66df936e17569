import { decodeHTMLStrict } from "entities";
import type { TextChunks } from "../file-entry.ts";
import { LONGEST_ENTRY } from "../file-entry.ts";

export interface MarkupPiece {
  readonly line: number;
  /** In lower case, a closing tag with its slash, e.g. `dl`, `/dl`; null for text; `TOO_LONG_TAG` or `CUT_OFF_TAG`. */
  readonly tag: string | null;
  /** The text with its character references, or all of the tag. */
  readonly raw: string;
  /** Whether nothing but white space and tags stands before it in its line. */
  readonly beginsLine: boolean;
}

/** Stands for a tag that is longer than an entry may be, whose `raw` is empty. */
export const TOO_LONG_TAG = "!too-long";
/** Stands for a tag in which the file ends, whose `raw` is empty. */
export const CUT_OFF_TAG = "!cut-off";

/**
 * Splits markup into tags and text, in time linear in it, whatever its content. Comments and declarations are left out where
 * they begin a line. What looks like the beginning of a tag is text when another tag begins before its end: programs write
 * titles and notes as they are.
 */
export async function* markupPieces(chunks: TextChunks): AsyncGenerator<MarkupPiece, void, undefined> {
  let rest = "";
  let line = 1;
  let beginsLine = true;
  for await (const chunk of chunks) {
    rest += chunk;
    let at = 0;
    while (at < rest.length) {
      const opening = rest.indexOf("<", at);
      const textEnd = opening === -1 ? rest.length : opening;
      if (textEnd > at) {
        const raw = rest.slice(at, textEnd);
        yield { line, tag: null, raw, beginsLine };
        line += lineEnds(raw);
        beginsLine = (beginsLine || raw.includes("\n")) && raw.slice(raw.lastIndexOf("\n") + 1).trim() === "";
        at = textEnd;
      } else {
        const end = endOf(rest, at, beginsLine);
        if (end === INCOMPLETE) break;
        const raw = rest.slice(at, end);
        const tag = /^<(\/?[a-z][a-z0-9]*)/i.exec(raw)?.[1]?.toLowerCase();
        if (tag !== undefined) yield { line, tag, raw, beginsLine };
        else if (raw === "<") yield { line, tag: null, raw, beginsLine };
        beginsLine &&= raw !== "<";
        line += lineEnds(raw);
        at = end;
      }
    }
    // Dropped text is not read again, so that a file of unclosed tags is also read only once.
    if (rest.length - at > LONGEST_ENTRY) {
      yield { line, tag: TOO_LONG_TAG, raw: "", beginsLine };
      line += lineEnds(rest.slice(at));
      at = rest.length;
    }
    rest = rest.slice(at);
  }
  if (/^<[a-z]/i.test(rest)) yield { line, tag: CUT_OFF_TAG, raw: "", beginsLine };
}

const INCOMPLETE = -1;

/** The index after the tag, comment or lone `<` that begins at an index; INCOMPLETE when the text ends before. */
function endOf(text: string, at: number, beginsLine: boolean): number {
  if (at + 1 >= text.length) return INCOMPLETE;
  const isDeclaration = /[!?]/.test(text.charAt(at + 1));
  if (isDeclaration ? !beginsLine : !/[a-z/]/i.test(text.charAt(at + 1))) return at + 1;
  if (text.startsWith("<!--", at)) {
    const end = text.indexOf("-->", at + 4);
    return end === -1 ? INCOMPLETE : end + 3;
  }
  // A quote is one only after an equals sign: titles of folders may hold a lone apostrophe.
  for (let index = at + 1, quote = "", before = ""; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === "<" && (quote === "" || /^<dt>/i.test(text.slice(index, index + 4)))) return at + 1;
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === ">") return index + 1;
    else if (before === "=" && (character === '"' || character === "'")) quote = character;
    if (character.trim() !== "") before = character;
  }
  return INCOMPLETE;
}

function lineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

const ATTRIBUTE = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;

/** The attributes of a tag by their names in lower case, with their character references; of two the first counts. */
export function rawAttributes(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single, bare] of tag.slice(1).matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? "");
  }
  return attributes;
}

/** A text with its character references replaced; unknown ones, and those without a semicolon, stay. */
export function decoded(raw: string): string {
  return raw.includes("&") ? decodeHTMLStrict(raw) : raw;
}
