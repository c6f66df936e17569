import { ALPHABETS } from "./alphabets.ts";
import type { Reader } from "./reader.ts";
import type { Shape } from "./shapes.ts";
import { framed, repeated } from "./shapes.ts";

/** The longest run of an alphabet in a record, in bytes: shorter than the longest fields that readers take. */
const RECORDED = 8 * 1_024;

/**
 * Runs of every alphabet by their places in a reader's texts: in each frame, alone and as the rest of a word; and in each
 * field of a record, of which a text has as many as fit.
 */
export function alphabetShapes({ frames, records = [] }: Reader): readonly (readonly Shape[])[] {
  const alone = ALPHABETS.map(([name, piece]) => ({ name, make: (size: number) => repeated(piece, size) }));
  const ofWords = alone.map(({ name, make }) => ({
    name: `a letter with ${name}`,
    make: (size: number) => `a${make(size - 1)}`,
  }));
  const inRecords = records.map(([frame, before, after]) =>
    ofWords.map(({ name, make }) => {
      const record = (size: number) => before + make(Math.min(RECORDED, size / 2)) + after;
      return framed({ name: `${record(0)} of ${name}`, make: (size) => repeated(record(size), size) }, frame);
    }),
  );
  return [...frames.map((frame) => [...alone, ...ofWords].map((shape) => framed(shape, frame))), ...inRecords];
}

/** Runs of every alphabet beside a reader's tokens: in turn with each, and after as many of it. */
export function mixedShapes({ tokens, frames: [plain = ["", ""]] }: Reader): readonly Shape[] {
  return ALPHABETS.flatMap(([name, piece]) =>
    tokens.flatMap((token) => [
      { name: `${JSON.stringify(token)} and ${name} in turn`, make: (size: number) => repeated(token + piece, size) },
      {
        name: `${JSON.stringify(token)}, then ${name}`,
        make: (size: number) => repeated(token, size / 2) + repeated(piece, size / 2),
      },
    ]),
  ).map((shape) => framed(shape, plain));
}
