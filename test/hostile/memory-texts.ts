import { load } from "../local/under-load/load.ts";
import type { Reader } from "./reader.ts";
import type { Shape } from "./shapes.ts";
import { generatedShapes, knownShapes } from "./shapes.ts";

/** Outside of CI, every n-th text of one repeated token is read; in CI all are. */
const STRIDE = load(1, 12);

/** The texts that are read at a reader's limit to measure memory: those known from before, and each token alone. */
export function hostileTexts(reader: Reader): readonly Shape[] {
  const alone = generatedShapes(reader).slice(0, reader.tokens.length);
  return [...knownShapes(reader), ...alone.filter((_shape, index) => index % STRIDE === 0)];
}
