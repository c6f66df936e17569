import { isWithinSite } from "../within-site.ts";
import type { Condition } from "./parse-search.ts";
import { asOnKeyboards, NO_TAGS, tagText } from "./searchable-text.ts";
import type { ToldState } from "./states.ts";

/** What a search looks at in an item. Texts are in the form of `searchableText`. */
export interface SearchedItem {
  /** As it is shown; empty without one. */
  readonly title: string;
  /** In the form of `siteOf`. */
  readonly site: string;
  /** All of its fields, the tags too, with `FIELD_END` between them. */
  readonly text: string;
  /** More words, in which no phrase is found; read only where they decide. */
  readonly words?: (() => string) | undefined;
  /** In the form of `searchableTags`; empty for what takes none. */
  readonly tags: string;
  /** When it was saved, ISO 8601 UTC. */
  readonly createdAt: string;
  /** Its states except `untagged`; undefined if they need the whole item. */
  readonly states?: readonly ToldState[] | undefined;
}

/** Whether a search finds an item. A condition on an unknown field counts as met. */
export function matchesSearch(item: SearchedItem, conditions: readonly Condition[]): boolean {
  return conditions.every((condition) => isMet(item, condition));
}

function isMet(item: SearchedItem, condition: Condition): boolean {
  const holds = isTrue(item, condition);
  return holds === undefined || holds !== condition.isExcluded;
}

function isTrue(item: SearchedItem, condition: Condition): boolean | undefined {
  switch (condition.kind) {
    case "text": {
      const has = (text = "") => asOnKeyboards(text).includes(condition.text);
      return has(item.text) || has(item.words?.());
    }
    case "tag":
      return item.tags.includes(tagText(condition.tag));
    case "site":
      return isWithinSite(item.site, condition.site);
    case "after":
      return item.createdAt >= condition.time;
    case "before":
      return item.createdAt < condition.time;
    case "is":
      return condition.state === "untagged" ? item.tags === NO_TAGS : item.states?.includes(condition.state);
  }
}
