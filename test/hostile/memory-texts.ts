import { load } from "../local/under-load/load.ts";
import type { Reader } from "./reader.ts";
import type { Shape } from "./shapes.ts";
import { generatedShapes, knownShapes } from "./shapes.ts";

/** On a desk one of so many texts that are one token over and over; in CI all. */
const STRIDE = load(1, 12);

/** The texts that are read at a reader's limit to see what memory they take: those known from before, and each token alone. */
export function hostileTexts(reader: Reader): readonly Shape[] {
  const alone = generatedShapes(reader).slice(0, reader.tokens.length);
  return [...knownShapes(reader), ...alone.filter((_shape, index) => index % STRIDE === 0)];
}
