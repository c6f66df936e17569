import { load } from "../load.ts";
import type { Reader } from "./reader.ts";
import type { Shape } from "./shapes.ts";
import { generatedShapes, knownShapes } from "./shapes.ts";

/** The size at which all texts are tried first, in bytes. */
const SCREENED = 4 * 1_024;
/** Every n-th of the texts made of pairs is tried. */
const STRIDE = load(7, 101);
/** The number of texts that are tried at the limit: those that take longest for their size. */
const DEAREST = load(2, 1);

/** Every text that is tried with a reader. Of those made of pairs, CI tries a seventh, other runs a few. */
function triedShapes(reader: Reader): readonly Shape[] {
  const alone = reader.tokens.length;
  const all = generatedShapes(reader);
  return all.filter((_shape, index) => index < alone || index % STRIDE === 0);
}

async function milliseconds({ make }: Shape, { read, limit }: Reader): Promise<number> {
  const text = make(Math.min(SCREENED, limit / 2));
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const started = performance.now();
    await read(text);
    least = Math.min(least, performance.now() - started);
  }
  return least;
}

/**
 * The texts that a reader takes longest for: those known from before, and of the others those that take longest when small.
 */
export async function hardestShapes(reader: Reader): Promise<readonly Shape[]> {
  const timed: { readonly shape: Shape; readonly time: number }[] = [];
  for (const shape of triedShapes(reader)) timed.push({ shape, time: await milliseconds(shape, reader) });
  timed.sort((one, other) => other.time - one.time);
  return [...knownShapes(reader), ...timed.slice(0, DEAREST).map(({ shape }) => shape)];
}
