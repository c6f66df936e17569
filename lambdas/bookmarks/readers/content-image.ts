import { singleLine } from "../../shared/plain-text.ts";
import { linkAddress } from "./content-attributes.ts";
import { imageTag } from "./content-pictures.ts";
import type { ContentWriter } from "./content-writer.ts";

/** The longest alternative text that is shown, in code units. */
const MAX_ALT = 500;

/** The attributes that hold an image's address, best first: on pages that load images late, `src` has a placeholder. */
const SOURCES = ["data-src", "data-original", "data-lazy-src", "data-lazy", "data-actualsrc", "data-echo", "src"];
const SETS = ["data-srcset", "srcset"];
export const IMAGE_ATTRIBUTES: readonly string[] = [...SOURCES, ...SETS, "width", "height"];

/** The names of files that replace an image until a script loads it. */
const PLACEHOLDER =
  /(?:^|[/_-])(?:1x1|blank|grey|lazy-?load(?:ing)?|loading|pixel|placeholder|spacer|transparent)\.(?:gif|jpe?g|png|svg|webp)(?:$|[?#])/i;
const isPlaceholder = (reference: string): boolean => PLACEHOLDER.test(reference.slice(-300));

/** The smallest visible side, in pixels. */
const MORE = 3;

/**
 * The address of an image, in whichever attribute the page has it; null if there is none. Of several sizes the last one is
 * taken, which is usually the largest.
 */
function imageAddress(attributes: ReadonlyMap<string, string>, base: URL): string | null {
  const sets = SETS.map((name) => attributes.get(name)?.split(/,\s+/).at(-1)?.trim().split(/\s/, 1)[0]);
  for (const reference of [...SOURCES.map((name) => attributes.get(name)), ...sets]) {
    const address = reference === undefined || isPlaceholder(reference) ? null : linkAddress(reference, base);
    if (address?.startsWith("http")) return address;
  }
  return null;
}

/** Whether an image has an address that can be read. */
export const hasAddress = (attributes: ReadonlyMap<string, string>): boolean =>
  [...SOURCES, ...SETS].some((name) => {
    const reference = attributes.get(name);
    return reference !== undefined && /^\s*(?!data:)\S/i.test(reference) && !isPlaceholder(reference);
  });

/** The size of an image that the page declares, in pixels; null for none, and for a size beyond all screens. */
function side(value: string | undefined): number | null {
  const pixels = /^\s*(\d{1,4})(?:px)?\s*$/i.exec(value ?? "")?.[1];
  return pixels === undefined ? null : Number(pixels);
}

/**
 * Writes an image with the page's address for it, and with the declared width and height, so that the text does not move
 * when it is loaded. Images of a pixel or two, which count readers, are left out; without an address, the text remains.
 */
export function writeImage(writer: ContentWriter, attributes: ReadonlyMap<string, string>, base: URL): void {
  const alt = singleLine((attributes.get("alt") ?? "").slice(0, MAX_ALT));
  const [width, height] = [side(attributes.get("width")), side(attributes.get("height"))];
  if ((width ?? MORE) < MORE || (height ?? MORE) < MORE) return;
  const address = imageAddress(attributes, base);
  if (address === null) writer.text(alt);
  else writer.image(imageTag({ address, alt, width, height }));
}
