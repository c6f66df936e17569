import { singleLine } from "../../shared/plain-text.ts";
import { linkAddress, startTag } from "./content-attributes.ts";
import type { ContentWriter } from "./content-writer.ts";

/** The longest alternative text that is shown, in code units. */
const MAX_ALT = 500;

/** The attributes that hold an image's address, best first: pages that load images late have another one in `src`. */
const SOURCES = ["data-src", "data-original", "data-lazy-src", "src"];
const SETS = ["data-srcset", "srcset"];
export const IMAGE_ATTRIBUTES: readonly string[] = [...SOURCES, ...SETS];

/**
 * The address of an image, wherever the page keeps it; null if there is none. Of several sizes it is the last one named,
 * by custom the largest.
 */
function imageAddress(attributes: ReadonlyMap<string, string>, base: URL): string | null {
  const sets = SETS.map((name) => attributes.get(name)?.split(/,\s+/).at(-1)?.trim().split(/\s/, 1)[0]);
  for (const reference of [...SOURCES.map((name) => attributes.get(name)), ...sets]) {
    const address = reference === undefined ? null : linkAddress(reference, base);
    if (address?.startsWith("http")) return address;
  }
  return null;
}

/** Writes an image as a link to it, with the alternative text; an image without one is left out. */
export function writeImage(writer: ContentWriter, attributes: ReadonlyMap<string, string>, base: URL): void {
  const alt = singleLine((attributes.get("alt") ?? "").slice(0, MAX_ALT));
  if (alt === "") return;
  const address = imageAddress(attributes, base);
  const isLink = address !== null && !writer.inLink;
  if (isLink) writer.startInline("a", startTag("a", new Map([["href", address]]), base));
  writer.text(alt);
  if (isLink) writer.endInline("a");
}
