import { dirname, relative, resolve, sep } from "node:path";
import type { SourceMapSegment } from "@jridgewell/sourcemap-codec";
import { decode, encode } from "@jridgewell/sourcemap-codec";

/** Folder of our sources. A package's are not told by a folder: some bring maps of their own that name addresses. */
const OWN = "lambdas/";

/** What esbuild writes as a source map, as far as it is read here. */
interface SourceMapJson {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/**
 * Leaves in a bundle's source map what leads to our own sources, by their paths in the project. That is a tenth of it: the
 * rest is packages, whose lines would only cost a function time when it reads the map for the first stack that it logs.
 *
 * @param json the map as esbuild makes it, without the sources' content
 * @param path where it will lie; its sources are named relative to it
 * @param root the project's folder
 * @returns the same for the same sources, wherever they lie, since a deployed bundle is known by its content; null when
 *   nothing is ours
 */
export function prunedSourceMap(json: string, path: string, root: string): string | null {
  const map = JSON.parse(json) as SourceMapJson;
  const sources: string[] = [];
  /** By their place in the whole map; undefined for a package's. */
  const places = map.sources.map((source) => {
    const name = relative(root, resolve(dirname(path), source)).replaceAll(sep, "/");
    return name.startsWith(OWN) ? sources.push(name) - 1 : undefined;
  });
  if (sources.length === 0) return null;
  let isOwn = false;
  const mappings = decode(map.mappings).map((line) =>
    line.flatMap((segment): SourceMapSegment[] => {
      const source = segment.length === 1 ? undefined : places[segment[1]];
      const wasOwn = isOwn;
      isOwn = source !== undefined;
      if (segment.length !== 1 && source !== undefined) return [[segment[0], source, segment[2], segment[3]]];
      // Where our own end: what follows must not be taken for them.
      return wasOwn ? [[segment[0]]] : [];
    }),
  );
  return JSON.stringify({ version: 3, sources, names: [], mappings: encode(mappings) });
}
