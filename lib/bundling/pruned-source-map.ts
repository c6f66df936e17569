import { dirname, relative, resolve, sep } from "node:path";
import type { SourceMapSegment } from "@jridgewell/sourcemap-codec";
import { decode, encode } from "@jridgewell/sourcemap-codec";

/** Folder of the project's sources. Sources of packages have no common folder: some maps of packages name URLs. */
const OWN = "lambdas/";

/** The part of esbuild's source map that is read here. */
interface SourceMapJson {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/**
 * Reduces a bundle's source map to the project's own sources, by their paths in the project. That is a tenth of it: the
 * rest maps packages, and would only cost a function time when it reads the map for the first stack that it logs.
 *
 * @param json the map as esbuild makes it, without the sources' content
 * @param path the map's path; its sources are named relative to it
 * @param root the project's folder
 * @returns the same for the same sources in any folder, since a deployed bundle is identified by its content; null when
 *   the map has none of the project's sources
 */
export function prunedSourceMap(json: string, path: string, root: string): string | null {
  const map = JSON.parse(json) as SourceMapJson;
  const sources: string[] = [];
  /** By their index in the whole map; undefined for a package's. */
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
      // The end of the project's own code: what follows must not be mapped to it.
      return wasOwn ? [[segment[0]]] : [];
    }),
  );
  return JSON.stringify({ version: 3, sources, names: [], mappings: encode(mappings) });
}
