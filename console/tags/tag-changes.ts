import type { Intent, QueueEntry, SyncedItem } from "../../client/index.ts";
import { isSame, tagKey } from "../parts/tags/tag-list.ts";

/** A change of tags of all items. */
export interface TagChange {
  /** Keys of the tags that are removed. */
  readonly from: ReadonlySet<string>;
  /** The tag that replaces them; null to delete them. */
  readonly to: string | null;
}

/** The changes of items that a change of tags needs. */
export interface PlannedChanges {
  readonly intents: readonly Intent[];
  /** Items that wait to be saved with one of the tags: until then they can't be changed. */
  readonly unsaved: number;
}

export function plannedChanges(items: readonly SyncedItem[], change: TagChange): PlannedChanges {
  const intents: Intent[] = [];
  let unsaved = 0;
  for (const { type, id, item, waiting } of items) {
    const [first] = waiting;
    const saved = first !== undefined && "create" in first.intent ? (first.intent.body.tags ?? []) : [];
    const before = item === null ? saved : item.tags;
    const after = changedTags(before, change);
    if (isSame(before, after)) continue;
    if (item === null) unsaved += 1;
    else intents.push({ update: type, id, body: { tags: [...after] } });
  }
  return { intents, unsaved };
}

/** The tags of an item after a change: the new one stands where the first of the old ones stood. */
function changedTags(tags: readonly string[], { from, to }: TagChange): readonly string[] {
  const keys = tags.map(tagKey);
  const place = keys.findIndex((key) => from.has(key));
  if (place === -1) return tags;
  const there = to === null ? null : tagKey(to);
  return tags.flatMap((tag, index) => {
    if (index === place && to !== null) return [to];
    const key = keys[index] ?? "";
    return from.has(key) || key === there ? [] : [tag];
  });
}

/** How many changes of tags wait to be sent. */
export function waitingChanges(waiting: readonly QueueEntry[]): number {
  return waiting.filter(({ intent }) => "update" in intent && intent.body.tags !== undefined).length;
}
