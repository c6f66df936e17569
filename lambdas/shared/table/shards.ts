/** The number of shards of a partition, for reader and writer: a smaller number would leave shards unread. */
const SHARDS = 4;

/**
 * The shard of a partition in which an item is stored. DynamoDB gives one partition key 1,000 write units a second, and 10 GB
 * where the table has a local index (AWS: "Best practices for designing and using partition keys effectively").
 *
 * @param id a derived id: its last hexadecimal digit is as good as random
 */
export function shardOf(partition: string, id: string): string {
  return `${partition}#${Number.parseInt(id.slice(-1), 16) % SHARDS}`;
}

/** All shards of a partition. */
export function shardsOf(partition: string): readonly string[] {
  return Array.from({ length: SHARDS }, (_, digit) => `${partition}#${digit}`);
}
