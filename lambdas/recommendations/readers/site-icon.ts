import type { PageDeclarations } from "../../shared/html/page-declarations.ts";
import { decodedText } from "../../shared/html/page-declarations.ts";
import { siteImage } from "./site-fields.ts";

/** Kinds of icon by how well they look when they are shown large, best last. */
const KINDS = ["icon", "svg", "touch"] as const;

/** Side in pixels of an icon that does not tell it: what Apple's documentation assumes, and a favicon's usual size. */
const UNTOLD_SIDE = { touch: 60, svg: 0, icon: 16 } as const;

interface Icon {
  readonly href: string;
  /** How good it is, in the order of weight. */
  readonly rank: readonly [isForAnyBackground: number, kind: number, side: number];
}

function kindOf(attributes: ReadonlyMap<string, string>): (typeof KINDS)[number] | null {
  const relations = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);
  if (relations.some((relation) => /^apple-touch-icon(?:-precomposed)?$/.test(relation))) return "touch";
  if (!relations.includes("icon")) return null;
  const isSvg = /^\s*image\/svg\+xml\b/i.test(attributes.get("type") ?? "");
  return isSvg || /\.svg(?:[?#]|$)/i.test(attributes.get("href") ?? "") ? "svg" : "icon";
}

/** The longest side that `sizes` tells. "any" tells none: many say it of an ICO file, so that browsers pass it over. */
function sideOf(sizes: string): number | null {
  const sides = [...sizes.matchAll(/(?<!\S)(\d{1,5})x(\d{1,5})(?!\S)/gi)].flatMap(([, width, height]) => [
    Number(width),
    Number(height),
  ]);
  return sides.length === 0 ? null : Math.max(...sides);
}

function iconOf(attributes: ReadonlyMap<string, string>): Icon | null {
  const href = attributes.get("href");
  const kind = kindOf(attributes);
  if (href === undefined || kind === null) return null;
  const isForDark = /\bdark\b/i.test(attributes.get("media") ?? "");
  const side = sideOf(attributes.get("sizes") ?? "") ?? UNTOLD_SIDE[kind];
  return { href, rank: [isForDark ? 0 : 1, KINDS.indexOf(kind), side] };
}

function byRank({ rank: [shown, kind, side] }: Icon, { rank: [otherShown, otherKind, otherSide] }: Icon): number {
  return otherShown - shown || otherKind - kind || otherSide - side;
}

/**
 * The icon that stands for a site: its largest touch icon, else a drawing, else its largest icon. Of icons that are alike
 * the last is taken, as browsers do (HTML, 4.6.7.8); those for dark backgrounds only where there is no other.
 *
 * @param base the address against which the page's links are resolved
 * @returns its absolute address; null if no icon has one
 */
export function siteIcon({ links }: PageDeclarations, base: URL): string | null {
  const icons = links.map(({ attributes }) => iconOf(attributes)).filter((icon) => icon !== null);
  for (const { href } of icons.reverse().sort(byRank)) {
    const address = siteImage(decodedText(href), base);
    if (address !== null) return address;
  }
  return null;
}
