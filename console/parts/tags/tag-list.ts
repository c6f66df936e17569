import { nfkc } from "../../../lambdas/shared/nfkc.ts";

/** The API's limits: of tags, and of a tag's characters. */
export const MOST_TAGS = 20;
export const LONGEST_TAG = 50;
/** Completions that are shown at once. */
const MOST_COMPLETIONS = 8;

/** The form in which tags are compared: Unicode NFKC, without case. */
export function tagKey(tag: string): string {
  return oneLine(tag).toUpperCase().toLowerCase();
}

/** Why a text was not added: it has too many characters, or they are too many tags. */
export type TagProblem = "long" | "many";

export interface AddedTag {
  readonly tags: readonly string[];
  readonly problem: TagProblem | null;
}

/** Adds a tag as it is typed, instead of one that is there in another case. An empty one changes nothing. */
export function withTag(tags: readonly string[], typed: string): AddedTag {
  const tag = oneLine(typed);
  const key = tagKey(tag);
  if (tag === "" || tags.includes(tag)) return { tags, problem: null };
  if (Array.from(tag).length > LONGEST_TAG) return { tags, problem: "long" };
  const place = tags.findIndex((there) => tagKey(there) === key);
  if (place >= 0) return { tags: tags.with(place, tag), problem: null };
  if (tags.length >= MOST_TAGS) return { tags, problem: "many" };
  return { tags: [...tags, tag], problem: null };
}

export interface AddedTags {
  readonly tags: readonly string[];
  readonly refused: readonly { readonly text: string; readonly problem: TagProblem }[];
}

/** Adds tags as they are typed or pasted. */
export function withTags(tags: readonly string[], texts: readonly string[]): AddedTags {
  let all = tags;
  const refused: AddedTags["refused"][number][] = [];
  for (const text of texts) {
    const added = withTag(all, text);
    all = added.tags;
    if (added.problem !== null) refused.push({ text: text.trim(), problem: added.problem });
  }
  return { tags: all, refused };
}

export function withoutTag(tags: readonly string[], tag: string): readonly string[] {
  const key = tagKey(tag);
  return tags.filter((there) => tagKey(there) !== key);
}

/** Whether two lists have the same tags in the same order, in the same case. */
export function isSame(tags: readonly string[], others: readonly string[]): boolean {
  return tags.length === others.length && tags.every((tag, index) => tag === others[index]);
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

/** Distinct tags, those of the most items first. Of the spellings that differ in case only, the first stays. */
export function byUse(tagsOfItems: Iterable<readonly string[]>): readonly string[] {
  return [...tagCounts(tagsOfItems).values()].sort((one, other) => other.count - one.count).map(({ tag }) => tag);
}

/** How many items have each tag, by its key. Of the spellings that differ in case only, the first stays. */
export function tagCounts(
  tagsOfItems: Iterable<readonly string[]>,
): ReadonlyMap<string, { readonly tag: string; readonly count: number }> {
  const counts = new Map<string, { readonly tag: string; count: number }>();
  const keys = new Map<string, string>();
  for (const tags of tagsOfItems) {
    for (const tag of tags) {
      const key = keys.get(tag) ?? tagKey(tag);
      keys.set(tag, key);
      const there = counts.get(key) ?? { tag, count: 0 };
      there.count += 1;
      counts.set(key, there);
    }
  }
  return counts;
}

function oneLine(text: string): string {
  return nfkc(text)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
