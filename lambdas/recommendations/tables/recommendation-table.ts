import { toAttributes } from "../../shared/table/attribute-names.ts";
import type { Condition } from "../../shared/table/expression.ts";
import { is, isAbsent, isPresent, storedOr } from "../../shared/table/expression.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { STILL_HOLDS } from "../../shared/table/update.ts";
import type { Directory, DirectoryEntry } from "../domain/directory.ts";
import type { Recommendation, RefreshedField } from "../domain/recommendation.ts";
import { isSameSite } from "../domain/recommendation.ts";
import type { RecommendationItem, StoredField } from "./recommendation-item.ts";
import {
  ATTRIBUTES,
  RECOMMENDATIONS,
  recommendationKey,
  STORED_FIELDS,
  toRecommendation,
  toRecommendationItem,
} from "./recommendation-item.ts";

const IS_THERE = [isPresent("sk"), isAbsent("deleted")];

/**
 * The recommendations of table `recommendations`: partition key `pk` = `recommendations`, sort key `sk` = the id. One item
 * for each recommendation: title, description, excerpt, featured_image, favicon, one_click_subscribe; `site`, the site's
 * values of the last four in its last lookup; `deleted` once it is no longer in the directory. The directory decides which
 * recommendations exist, and has their urls and dates.
 */
export class RecommendationTable extends StoredTable {
  /** Puts a recommendation that is not in the directory yet. @returns false when its id exists, even if it is deleted */
  async create(recommendation: Recommendation): Promise<boolean> {
    return this.putItem(recommendationKey(recommendation.id), {
      item: toRecommendationItem(recommendation),
      when: [isAbsent("sk")],
      ownWrite: [isAbsent("deleted")],
    });
  }

  /** Removes a recommendation that was never in the directory. */
  async discard(id: string): Promise<void> {
    await this.deleteItem(recommendationKey(id), []);
  }

  /**
   * Reads the recommendation of an entry of the directory, consistently; null when it was deleted after the entry was read.
   */
  async get(entry: DirectoryEntry): Promise<Recommendation | null> {
    const item = await this.#item(entry.id);
    return item === null || item.deleted ? null : toRecommendation(entry, item);
  }

  /**
   * Whether a recommendation exists, read consistently from its own item, at a cost that does not depend on the number of
   * recommendations. It is also true for one that the directory lacks because its creation or removal was interrupted.
   */
  async exists(id: string): Promise<boolean> {
    const item = await this.#item(id);
    return item !== null && !item.deleted;
  }

  /** Whether a recommendation with this id exists or existed. */
  async isKnown(id: string): Promise<boolean> {
    return (await this.#item(id)) !== null;
  }

  /** Reads all recommendations of a directory, consistently, in no order. */
  async all({ entries }: Pick<Directory, "entries">): Promise<readonly Recommendation[]> {
    const found: Recommendation[] = [];
    if (entries.size === 0) return found;
    const items = this.itemsOfPartition<RecommendationItem>(RECOMMENDATIONS);
    for await (const item of items) {
      const entry = entries.get(item.sk);
      if (entry !== undefined && !item.deleted) found.push(toRecommendation(entry, item));
    }
    return found;
  }

  /**
   * Writes the fields that a publisher changed, and no others, so that concurrent changes of different fields both take
   * effect.
   *
   * @param back fields that follow the site from now on: they get the site's value that is stored at the time of the write
   * @returns false when the recommendation is deleted
   */
  async save(seen: Recommendation, next: Recommendation, back: readonly RefreshedField[] = []): Promise<boolean> {
    const fields = [...new Set<StoredField>([...differences(seen, next), ...back])];
    // The publisher's choice before the first lookup. Its value is the same as the site's, but it must not count as the
    // site's.
    const isOpened = !isSameSite(seen.site, next.site);
    if (fields.length === 0 && !isOpened) return true;
    const stored = (field: StoredField) =>
      !isOpened && back.some((one) => one === field) ? storedOr(`site.${ATTRIBUTES[field]}`, next[field]) : next[field];
    return this.updateItem(recommendationKey(seen.id), {
      set: {
        ...Object.fromEntries(fields.map((field) => [ATTRIBUTES[field], stored(field)])),
        ...(isOpened && { site: toAttributes(next.site) }),
      },
      when: IS_THERE,
      ownWrite: STILL_HOLDS,
    });
  }

  /**
   * Writes the fields that a lookup of the site changed, unless the publisher has changed one of them meanwhile.
   *
   * @returns false when a field was changed, or the recommendation is deleted: the state that was read is outdated
   */
  async fill(seen: Recommendation, next: Recommendation): Promise<boolean> {
    // A lookup that changes a field also changes the site's value of it.
    if (isSameSite(seen.site, next.site)) return true;
    const fields = differences(seen, next);
    return this.updateItem(recommendationKey(seen.id), {
      set: {
        ...Object.fromEntries(fields.map((field) => [ATTRIBUTES[field], next[field]])),
        site: toAttributes(next.site),
      },
      when: [...IS_THERE, ...haveValues(fields, seen)],
      ownWrite: [...IS_THERE, ...haveValues(fields, next)],
    });
  }

  /**
   * Marks a recommendation that was removed from the directory. @returns false when it is already marked, or never existed
   */
  async markDeleted(id: string): Promise<boolean> {
    return this.updateItem(recommendationKey(id), {
      set: { deleted: true },
      when: IS_THERE,
      ownWrite: [is("deleted", true)],
    });
  }

  async #item(id: string): Promise<RecommendationItem | null> {
    return this.itemAt<RecommendationItem>(recommendationKey(id));
  }
}

function differences(seen: Recommendation, next: Recommendation): readonly StoredField[] {
  return STORED_FIELDS.filter((field) => seen[field] !== next[field]);
}

/** The conditions that an item's fields have the values of a recommendation. */
function haveValues(fields: readonly StoredField[], recommendation: Recommendation): readonly Condition[] {
  return fields.map((field) => is(ATTRIBUTES[field], recommendation[field]));
}
