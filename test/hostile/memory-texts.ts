import { load } from "../local/under-load/load.ts";
import type { Reader } from "./reader.ts";
import type { Shape } from "./shapes.ts";
import { generatedShapes, knownShapes } from "./shapes.ts";

/** Outside of CI, every n-th text known from before is read, and of those of one repeated token; in CI all are. */
const KNOWN_STRIDE = load(1, 3);
const ALONE_STRIDE = load(1, 12);

/** The texts that are read at a reader's limit to measure memory: those known from before, and each token alone. */
export function hostileTexts(reader: Reader): readonly Shape[] {
  const alone = generatedShapes(reader).slice(0, reader.tokens.length);
  return [
    ...knownShapes(reader).filter((_shape, index) => index % KNOWN_STRIDE === 0),
    ...alone.filter((_shape, index) => index % ALONE_STRIDE === 0),
  ];
}
