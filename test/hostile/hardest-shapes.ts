import { load } from "../load.ts";
import { alphabetShapes, mixedShapes } from "./alphabet-shapes.ts";
import type { Reader } from "./reader.ts";
import type { Shape } from "./shapes.ts";
import { generatedShapes, knownShapes } from "./shapes.ts";

/** The size at which all texts are tried first, in bytes. */
const SCREENED = 4 * 1_024;
/** Those of texts of alphabets: the dearest of each place at the first size are tried at the second. */
const SCREENED_ALPHABETS = [8 * 1_024, 64 * 1_024] as const;
/** Every n-th of the texts made of pairs of tokens is tried. */
const STRIDE = load(17, 101);
/** Every n-th of the texts made of an alphabet in a place, and of those made of an alphabet and a token. */
const ALPHABET_STRIDE = load(2, 7);
const MIXED_STRIDE = load(151, 997);
/** The number of texts of each kind that are tried at the limit: those that take longest for their size. */
const DEAREST = load(2, 1);
/** The least number of texts that are measured again before that: garbage collection counts as time, too. */
const MEASURED_AGAIN = 6;

/** Every text of tokens that is tried with a reader. Of those made of pairs, CI tries some, other runs a few. */
function triedShapes(reader: Reader): readonly Shape[] {
  const alone = reader.tokens.length;
  const all = generatedShapes(reader);
  return all.filter((_shape, index) => index < alone || index % STRIDE === 0);
}

const everyNth = (shapes: readonly Shape[], n: number) => shapes.filter((_shape, index) => index % n === 0);

/** The texts that take longest when small, most expensive first. */
async function dearest(reader: Reader, shapes: readonly Shape[], size: number, count = DEAREST): Promise<Shape[]> {
  const milliseconds = async ({ make }: Shape) => {
    const text = make(Math.min(size, reader.limit / 2));
    const started = performance.now();
    await reader.read(text);
    return performance.now() - started;
  };
  const timed: { readonly shape: Shape; time: number }[] = [];
  for (const shape of shapes) timed.push({ shape, time: await milliseconds(shape) });
  timed.sort((one, other) => other.time - one.time);
  const again = timed.slice(0, Math.max(MEASURED_AGAIN, 2 * count));
  for (const one of again) one.time = Math.min(one.time, await milliseconds(one.shape));
  again.sort((one, other) => other.time - one.time);
  return again.slice(0, count).map(({ shape }) => shape);
}

/** The texts of alphabets that take longest; CI tries each alphabet in each place. */
async function hardestAlphabets(reader: Reader): Promise<readonly Shape[]> {
  const [first, second] = SCREENED_ALPHABETS;
  const places = alphabetShapes(reader).map((shapes) => everyNth(shapes, ALPHABET_STRIDE));
  const finalists: Shape[] = [];
  for (const shapes of [...places, everyNth(mixedShapes(reader), MIXED_STRIDE)]) {
    finalists.push(...(await dearest(reader, shapes, first, 1)));
  }
  return dearest(reader, finalists, second);
}

/**
 * The texts that a reader takes longest for: those known from before, and of the others, of its own tokens and of all
 * alphabets, those that take longest when small.
 */
export async function hardestShapes(reader: Reader): Promise<readonly Shape[]> {
  return [
    ...knownShapes(reader),
    ...(await dearest(reader, triedShapes(reader), SCREENED)),
    ...(await hardestAlphabets(reader)),
  ];
}
