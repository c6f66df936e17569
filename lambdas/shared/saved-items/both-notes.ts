/** Between two notes. */
const APART = "\n\n";

/**
 * Joins two notes of one item, one below the other. Of two equal notes one stays, and a note that was joined before is
 * not joined again.
 */
export function bothNotes(one: string | null, other: string | null): string | null {
  if (one === null || one === "") return other ?? one;
  if (other === null || other === "") return one;
  const isThere = `${APART}${one}${APART}`.includes(`${APART}${other}${APART}`);
  return isThere ? one : one + APART + other;
}
