import { derivedId } from "../../shared/derived-id.ts";
import { isAbsent, isPresent } from "../../shared/table/expression.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { STILL_HOLDS } from "../../shared/table/update.ts";
import type { CheckPace } from "../domain/check-pace.ts";

/**
 * What users have chosen about the checks of their pages, in table `bookmarks`: partition key `user_id` =
 * `page-checks#<hash of the user>`, sort key `id` = `pace`, with `pace`.
 */
export class CheckPaceTable extends StoredTable {
  /** How often a user's pages are checked; `monthly` unless the user has chosen. Read consistently. */
  async get(userId: string): Promise<CheckPace> {
    const item = await this.itemAt<{ readonly pace: CheckPace }>(toKey(userId));
    return item?.pace ?? "monthly";
  }

  async set(userId: string, pace: CheckPace): Promise<void> {
    await this.putItem(toKey(userId), { item: { pace }, when: [], ownWrite: STILL_HOLDS });
  }

  /** Deletes what a user has chosen. @returns false when the user has chosen nothing */
  async forget(userId: string): Promise<boolean> {
    return this.deleteItem(toKey(userId), [isPresent("pace")]);
  }

  /** Gives what a user has chosen to another one, who keeps an own choice. @returns false when there is nothing to give */
  async move(from: string, to: string): Promise<boolean> {
    const item = await this.itemAt<object>(toKey(from));
    if (item === null) return false;
    await this.putItem(toKey(to), {
      item: { ...item, ...toKey(to) },
      when: [isAbsent("pace")],
      ownWrite: STILL_HOLDS,
    });
    return this.forget(from);
  }
}

function toKey(userId: string) {
  return { user_id: `page-checks#${derivedId(userId)}`, id: "pace" };
}
