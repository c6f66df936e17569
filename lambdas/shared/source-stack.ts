import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * A place in a bundle, as it stands in a stack: the module's file URL, line and column, both from 1. A stack begins with
 * the error's message, which may hold what strangers sent: without a colon in the path each letter is looked at once.
 */
const PLACE = /(file:\/\/(?:\/[A-Z]:)?[^\s():]+\.mjs):(\d+):(\d+)/gi;

/** The source maps that were asked for, by module; null for one without. */
const maps = new Map<string, SourceMap | null>();

/**
 * A stack that names the lines of our sources instead of the bundle's. The map beside the bundle is read with the first
 * error that is logged, never in a start. What it does not know, a package for example, stays as it is; so does
 * everything when there is no map. Never throws.
 */
export function sourceStack(stack: string): string {
  return stack.replace(PLACE, (place, module: string, line: string, column: string) => {
    try {
      const origin = mapOf(module)?.findOrigin(Number(line), Number(column));
      return origin !== undefined && "fileName" in origin
        ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`
        : place;
    } catch {
      return place;
    }
  });
}

function mapOf(module: string): SourceMap | null {
  const known = maps.get(module);
  if (known !== undefined) return known;
  const map = readMap(module);
  maps.set(module, map);
  return map;
}

function readMap(module: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(module)}.map`, "utf8")));
  } catch {
    return null;
  }
}
