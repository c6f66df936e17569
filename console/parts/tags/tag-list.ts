/** The API's limits: of tags, and of a tag's characters. */
export const MOST_TAGS = 20;
export const LONGEST_TAG = 50;
/** Completions that are shown at once. */
const MOST_COMPLETIONS = 8;

/** The form in which tags are compared: Unicode NFKC, without case. */
export function tagKey(tag: string): string {
  return oneLine(tag).toUpperCase().toLowerCase();
}

/** Tags with one more, or why it was not added: it has too many characters, or they are too many tags. */
export interface AddedTag {
  readonly tags: readonly string[];
  readonly problem: "long" | "many" | null;
}

/** Adds a tag as it is typed. One that is there in another case, and an empty one, change nothing. */
export function withTag(tags: readonly string[], typed: string): AddedTag {
  const tag = oneLine(typed);
  const key = tagKey(tag);
  if (tag === "" || tags.some((there) => tagKey(there) === key)) return { tags, problem: null };
  if (Array.from(tag).length > LONGEST_TAG) return { tags, problem: "long" };
  if (tags.length >= MOST_TAGS) return { tags, problem: "many" };
  return { tags: [...tags, tag], problem: null };
}

export function withoutTag(tags: readonly string[], tag: string): readonly string[] {
  const key = tagKey(tag);
  return tags.filter((there) => tagKey(there) !== key);
}

/** The tags that a typed text may be completed to: those that begin with it, then those that hold it. */
export function completions(known: readonly string[], chosen: readonly string[], typed: string): readonly string[] {
  const part = tagKey(typed);
  const taken = new Set(chosen.map(tagKey));
  const open = known.map((tag) => ({ tag, key: tagKey(tag) })).filter(({ key }) => !taken.has(key));
  const beginning = open.filter(({ key }) => key.startsWith(part));
  const holding = open.filter(({ key }) => !key.startsWith(part) && key.includes(part));
  return [...beginning, ...holding].slice(0, MOST_COMPLETIONS).map(({ tag }) => tag);
}

/** Distinct tags, those of the most things first. Of the spellings that differ in case only, the first stays. */
export function byUse(tagsOfThings: Iterable<readonly string[]>): readonly string[] {
  const counts = new Map<string, { readonly tag: string; count: number }>();
  const keys = new Map<string, string>();
  for (const tags of tagsOfThings) {
    for (const tag of tags) {
      const key = keys.get(tag) ?? tagKey(tag);
      keys.set(tag, key);
      const there = counts.get(key) ?? { tag, count: 0 };
      there.count += 1;
      counts.set(key, there);
    }
  }
  return [...counts.values()].sort((one, other) => other.count - one.count).map(({ tag }) => tag);
}

function oneLine(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
