import type { SearchTerms } from "./search-terms.ts";
import { holdsAll, searchTerms } from "./search-terms.ts";
import { FIELD_END, hasTag } from "./searchable-text.ts";

/** What searches and filters by tag look for. */
export interface TextSearch {
  readonly terms: SearchTerms;
  /** All of them must be there. */
  readonly tags: readonly string[];
}

/** What the query of a list looks for; null when it has neither text nor tags. */
export function textSearch(q: string | undefined, tags: readonly string[]): TextSearch | null {
  return q === undefined && tags.length === 0 ? null : { terms: q === undefined ? [] : searchTerms(q), tags };
}

/** Whether tags, in the form in which they are searched, hold all that are looked for. */
export function hasTags(tags: string, sought: TextSearch): boolean {
  return sought.tags.every((tag) => hasTag(tags, tag));
}

/** Whether fields and tags, in the form in which they are searched, are what is looked for. */
export function isFoundIn(fields: readonly string[], tags: string, sought: TextSearch): boolean {
  return hasTags(tags, sought) && holdsAll([...fields, tags].join(FIELD_END), sought.terms);
}
