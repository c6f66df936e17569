import type { Position } from "../http/pagination.ts";

/** The next items of one partition, in the list's order. */
export interface PartitionPage<T> {
  readonly items: readonly T[];
  /** Up to where the partition was read, by the sort keys of an item that need not be the last of `items`; null at its end. */
  readonly read: Place | null;
}

/** A place in a partition: after the item with this time and id. */
export interface Place {
  readonly time: string;
  readonly id: string;
}

/** A list that is stored in several partitions, in the order of a time that several items may share. */
export interface MergedList<T> {
  readonly partitions: readonly string[];
  readonly placeOf: (item: T) => Place;
  /** Reads further in a partition. @param about how many items are enough */
  readonly read: (partition: string, after: Place | undefined, about: number) => Promise<PartitionPage<T>>;
  /** The largest number of reads beyond the first of each partition; beyond it the page holds fewer items than its limit. */
  readonly mostReads: number;
  /** Otherwise the newest first. */
  readonly isOldestFirst?: boolean | undefined;
}

interface Lane<T> {
  readonly partition: string;
  readonly begun: Place | undefined;
  readonly items: T[];
  read: Place | null;
}

/** Sorts before every derived id. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

/**
 * A page of a list in several partitions. Each item is returned once in a walk, whatever the order in which a partition has
 * the items of one time, since the position names a place in each partition.
 *
 * @param position a place, `<time>#<id>`, for each partition that has more; undefined: the beginning of all
 * @returns the page; its position is null at the end of all partitions
 */
export async function mergedPage<T>(
  list: MergedList<T>,
  { limit, position }: { readonly limit: number; readonly position: Position | undefined },
): Promise<{ readonly items: readonly T[]; readonly position: Position | null }> {
  const partitions = list.partitions.filter((partition) => position === undefined || partition in position);
  const about = Math.ceil((limit + 1) / partitions.length);
  const lanes = await Promise.all(
    partitions.map(async (partition): Promise<Lane<T>> => {
      const begun = placeIn(position?.[partition]);
      const { items, read } = await list.read(partition, begun, about);
      return { partition, begun, items: [...items], read };
    }),
  );
  let ready = readyItems(lanes, list);
  // One item more than the page's limit shows whether there is a next page.
  for (let reads = 0; reads < list.mostReads && ready.length <= limit; reads += 1) {
    // What the others have cannot be taken before this one has been read further.
    const last = leastRead(lanes, list);
    if (last === undefined) break;
    const { items, read } = await list.read(last.partition, last.read ?? undefined, about);
    last.items.push(...items);
    last.read = read;
    ready = readyItems(lanes, list);
  }
  const taken = ready.slice(0, limit);
  const next = lanes.flatMap((lane) => nextPlace(lane, taken, list));
  return {
    items: taken.map(({ item }) => item),
    position:
      next.length === 0 ? null : Object.fromEntries(next.map(([name, { time, id }]) => [name, `${time}#${id}`])),
  };
}

/** The items that come before all that has not been read, in order. */
function readyItems<T>(lanes: readonly Lane<T>[], list: MergedList<T>) {
  const bound = leastRead(lanes, list)?.read?.time;
  const items = lanes.flatMap((lane) => lane.items.map((item) => ({ lane, item, time: list.placeOf(item).time })));
  return items
    .filter(({ time }) => bound === undefined || !isBefore(bound, time, list))
    .sort((one, other) => (one.time === other.time ? 0 : isBefore(one.time, other.time, list) ? -1 : 1));
}

/** Of the partitions that have more, the one that was read least far in the list. */
function leastRead<T>(lanes: readonly Lane<T>[], list: MergedList<T>): Lane<T> | undefined {
  return lanes
    .filter(({ read }) => read !== null)
    .reduce<Lane<T> | undefined>(
      (least, lane) => (least?.read && !isBefore(String(lane.read?.time), least.read.time, list) ? least : lane),
      undefined,
    );
}

/** Whether a time comes before another one in the list. */
function isBefore(time: string, other: string, { isOldestFirst = false }: Pick<MergedList<unknown>, "isOldestFirst">) {
  return isOldestFirst ? time < other : time > other;
}

/** Where the next page reads on in a partition; nothing when the partition has no more. */
function nextPlace<T>(
  lane: Lane<T>,
  taken: readonly { readonly lane: Lane<T>; readonly item: T; readonly time: string }[],
  { placeOf, isOldestFirst = false }: MergedList<T>,
): (readonly [partition: string, Place])[] {
  const own = taken.filter((one) => one.lane === lane);
  if (own.length === lane.items.length) return lane.read === null ? [] : [[lane.partition, lane.read]];
  const last = own.at(-1);
  if (last !== undefined) return [[lane.partition, placeOf(last.item)]];
  if (lane.begun !== undefined) return [[lane.partition, lane.begun]];
  // None of its items was taken: items that are added later at the beginning are left out, as in the other partitions.
  const first = Date.parse(taken.at(-1)?.time ?? placeOf(lane.items[0] as T).time);
  const time = new Date(first + (isOldestFirst ? -1 : 1)).toISOString();
  return [[lane.partition, { time, id: NO_ID }]];
}

function placeIn(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined;
  const end = text.indexOf("#");
  return { time: text.slice(0, end), id: text.slice(end + 1) };
}
