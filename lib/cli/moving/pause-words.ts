/** A pause in words: its length, or, for a long one, the local time of its end. */
export function pauseWords(waitMs: number, now: Date): string {
  if (waitMs < 60_000) return `of ${Math.ceil(waitMs / 1_000)} s`;
  const end = new Date(now.getTime() + waitMs);
  const time = end.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const day = end.toDateString() === now.toDateString() ? "" : " tomorrow";
  return `until ${time}${day}; then the import goes on`;
}
