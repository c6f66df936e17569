/** The form of a query set's hash for people: its first 16 digits, as in the logs. */
export function shortHash(hash: string): string {
  return hash.slice(0, 16);
}
