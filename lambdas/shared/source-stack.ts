import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * A position in a bundle's stack: the module's file URL, line and column, both from 1. A stack begins with the error's
 * message, which may be untrusted: since the path can't contain a colon, each character is matched once.
 */
const PLACE = /(file:\/\/(?:\/[A-Z]:)?[^\s():]+\.mjs):(\d+):(\d+)/gi;

/** The loaded source maps by module; null for a module without one. */
const maps = new Map<string, SourceMap | null>();

/**
 * A stack with the lines of our sources instead of the bundle's. The map beside the bundle is read with the first logged
 * error, never during a start. Lines that the map lacks, for example of packages, stay unchanged; so do all lines without a
 * map. Never throws.
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
