import { nfkc } from "../../lambdas/shared/nfkc.ts";
import type { RemarkCode } from "./remarks.ts";

/** The API's limits, which remarks name, in characters. */
const LONGEST_TAG = 50;
const MOST_TAGS = 20;
/** The part of a tag that is read, in code units: NFKC may make it shorter. */
export const LONGEST_RAW_TAG = 500;

/** Texts that are remembered: the folders around an entry, and the tags that are used often. */
const REMEMBERED = 200;

/** A tag in the form that the API gives it; null for one that is too long. */
interface ReadTag {
  readonly tag: string | null;
  /** Tags that differ in case only have the same. */
  readonly key: string;
}

/** Reads the tags of entries. Those of a file have many in common, so it remembers the latest. */
export class TagReader {
  readonly #known = new Map<string, ReadTag>();

  /**
   * @returns the tags in the form that the API gives them, of which those that differ in case only are one, the first; and
   * what of them is left out, each code once
   */
  read(written: readonly string[]): { readonly tags: string[]; readonly left: readonly RemarkCode[] } {
    const tags = new Map<string, string>();
    let tooLong = false;
    for (const raw of written) {
      const { tag, key } = this.#read(raw);
      if (tag === null) tooLong = true;
      else if (tag !== "" && !tags.has(key)) tags.set(key, tag);
    }
    const left: RemarkCode[] = [];
    if (tooLong) left.push("long_tag");
    if (tags.size > MOST_TAGS) left.push("many_tags");
    return { tags: [...tags.values()].slice(0, MOST_TAGS), left };
  }

  #read(raw: string): ReadTag {
    const known = this.#known.get(raw);
    if (known !== undefined) return known;
    const text = nfkc(raw.slice(0, LONGEST_RAW_TAG))
      .replace(/[\p{Cc}\s]+/gu, " ")
      .trim();
    const isLong = Array.from(text).length > LONGEST_TAG;
    const read = isLong ? { tag: null, key: "" } : { tag: text, key: text.toLowerCase() };
    if (this.#known.size === REMEMBERED) this.#known.clear();
    if (raw.length <= LONGEST_RAW_TAG) this.#known.set(raw, read);
    return read;
  }
}
