import { splitTags } from "../magpie-csv.ts";
import type { FileFormat } from "./formats.ts";

/**
 * The tags of a column: of a list of texts or of objects with a name, or of one text. A text may be such a list in JSON or
 * Python, whatever separates tags otherwise.
 */
export function tagsOf(value: unknown, separator: FileFormat["separator"]): readonly string[] {
  if (Array.isArray(value)) return value.map(nameOf).filter(Boolean);
  const text = typeof value === "string" ? value.trim() : "";
  if (text.endsWith("]") && /^\[\s*["'\]]/.test(text)) return quoted(text).filter(Boolean);
  return (separator === "|" ? splitTags(text) : split(text, separator)).map((tag) => tag.trim()).filter(Boolean);
}

function nameOf(tag: unknown): string {
  if (typeof tag === "string") return tag.trim();
  const { name, label, title } = (tag ?? {}) as Readonly<Record<string, unknown>>;
  return [name, label, title].map((each) => (typeof each === "string" ? each.trim() : "")).find(Boolean) ?? "";
}

/** At spaces a tag of several words stands in quotes; such programs accept no comma, but some write commas nevertheless. */
function split(text: string, separator: Exclude<FileFormat["separator"], "|">): readonly string[] {
  if (separator === " " && !text.includes(",")) {
    return Array.from(text.matchAll(/"([^"]*)(?:"|$)|[^\s"]+/g), ([all, inner]) => inner ?? all);
  }
  return text.split(separator === ";" ? ";" : ",");
}

/** A quote that is not closed ends with the text, so that time is linear in it. */
const QUOTED = /"((?:[^"\\]|\\.)*)(?:"|$)|'((?:[^'\\]|\\.)*)(?:'|$)/gs;

function quoted(list: string): readonly string[] {
  try {
    return (JSON.parse(list) as unknown[]).map(nameOf);
  } catch {
    return Array.from(list.matchAll(QUOTED), ([, double, single]) =>
      (double ?? single ?? "").replace(/\\(.)/gs, "$1").trim(),
    );
  }
}
