import type { Reader } from "./reader.ts";
import type { Shape } from "./shapes.ts";
import { generatedShapes, knownShapes } from "./shapes.ts";

/** The texts that are read at a reader's limit to measure memory: those known from before, and each token alone. */
export function hostileTexts(reader: Reader): readonly Shape[] {
  return [...knownShapes(reader), ...generatedShapes(reader).slice(0, reader.tokens.length)];
}
