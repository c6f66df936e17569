import { ALPHABETS } from "../hostile/alphabets.ts";
import type { Reader } from "../hostile/reader.ts";

/** The longest text, in code units. */
const MAX_LENGTH = 128 * 1_024;

/**
 * A random hostile text for a reader: its tokens and characters of every alphabet in a frame, repeated, nested and cut
 * off anywhere. Most are short, some long.
 */
export function randomText({ tokens, frames, limit }: Reader, random: () => number): string {
  const below = (count: number) => Math.floor(random() * count);
  const one = <T>(choices: readonly T[], otherwise: T): T => choices[below(choices.length)] ?? otherwise;
  const anyCharacter = () => String.fromCharCode(random() < 0.5 ? below(0x100) : below(0x1_0000));
  const token = () => {
    const kind = random();
    if (kind < 0.05) return anyCharacter();
    if (kind < 0.15) return one(ALPHABETS, ["", "a"] as const)[1];
    return one(tokens, "a").replaceAll("#", below(1_000).toString(36));
  };

  const longest = Math.min(MAX_LENGTH, limit / 3, 2 ** (4 + random() * 13));
  const pieces: string[] = [];
  for (let length = 0; length < longest; ) {
    const few = Array.from({ length: 1 + below(4) }, token).join("");
    const times = random() < 0.2 ? 1 + below(Math.max(1, (longest - length) / Math.max(1, few.length))) : 1;
    pieces.push(few.repeat(times));
    length += few.length * times;
  }
  const [before, after] = one(frames, ["", ""] as const);
  const text = before + pieces.join("").slice(0, longest) + after;
  if (random() > 0.2) return text;
  const at = below(text.length);
  return random() < 0.5 ? text.slice(0, at) : text.slice(0, at) + token() + text.slice(at + below(20));
}
