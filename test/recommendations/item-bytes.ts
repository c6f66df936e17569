/**
 * Bytes of a value as DynamoDB counts them against an item's 400 KB (developer guide, "Item sizes and formats"): names and
 * texts in UTF-8, 3 for a map or list and 1 for each of its members, up to 21 for a number.
 */
export function bytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(value).length / 2) + 1;
  if (Array.isArray(value)) return value.reduce((sum: number, member) => sum + bytesOf(member) + 1, 3);
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).reduce(
      (sum, [name, member]) => sum + Buffer.byteLength(name) + bytesOf(member) + 1,
      3,
    );
  }
  return 1;
}
