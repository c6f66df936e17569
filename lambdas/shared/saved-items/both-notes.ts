/** Between two notes. */
const APART = "\n\n";

/** Two notes of one item as one: one below the other, once where they are alike, and again where they were joined before. */
export function bothNotes(one: string | null, other: string | null): string | null {
  if (one === null || one === "") return other ?? one;
  if (other === null || other === "") return one;
  const isThere = `${APART}${one}${APART}`.includes(`${APART}${other}${APART}`);
  return isThere ? one : one + APART + other;
}
