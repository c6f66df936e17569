import type { PageDeclarations } from "./page-declarations.ts";
import { webAddress } from "./page-declarations.ts";

/** The types of icons, from the least to the most suitable for display at a large size. */
const KINDS = ["icon", "svg", "touch"] as const;

/**
 * The assumed side in pixels of an icon without a size: the default in Apple's documentation, and the usual size of a
 * favicon.
 */
const UNTOLD_SIDE = { touch: 60, svg: 0, icon: 16 } as const;

interface Icon {
  readonly href: string;
  readonly isSvg: boolean;
  /** The quality of the icon, compared from left to right. */
  readonly rank: readonly [isForAnyBackground: number, kind: number, side: number];
}

function kindOf(attributes: ReadonlyMap<string, string>): (typeof KINDS)[number] | null {
  const relations = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);
  if (relations.some((relation) => /^apple-touch-icon(?:-precomposed)?$/.test(relation))) return "touch";
  if (!relations.includes("icon")) return null;
  const isSvg = /^\s*image\/svg\+xml\b/i.test(attributes.get("type") ?? "");
  return isSvg || /\.svg(?:[?#]|$)/i.test(attributes.get("href") ?? "") ? "svg" : "icon";
}

/**
 * The longest side in `sizes`. "any" counts as no size: many sites set it for an ICO file, so that browsers prefer another
 * icon.
 */
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
  return { href, isSvg: kind === "svg", rank: [isForDark ? 0 : 1, KINDS.indexOf(kind), side] };
}

function byRank({ rank: [shown, kind, side] }: Icon, { rank: [otherShown, otherKind, otherSide] }: Icon): number {
  return otherShown - shown || otherKind - kind || otherSide - side;
}

export interface PageIcon {
  /** Absolute. */
  readonly address: string;
  readonly isSvg: boolean;
}

/**
 * The icons that a page declares, the best first: its largest touch icon, then SVG icons, then its largest icon. Of equal
 * icons the last one is used, as in browsers (HTML, 4.6.7.8). Icons for dark backgrounds are used only if there is no other.
 *
 * @param base the address against which the page's links are resolved
 */
export function pageIcons({ links }: PageDeclarations, base: URL): readonly PageIcon[] {
  const icons = links.map(({ attributes }) => iconOf(attributes)).filter((icon) => icon !== null);
  return icons
    .reverse()
    .sort(byRank)
    .flatMap(({ href, isSvg }) => {
      const address = webAddress(href, base)?.href;
      return address === undefined ? [] : [{ address, isSvg }];
    });
}

/** The address at which browsers look for the icon of a site whose pages declare none. @param page any page of the site */
export function defaultIcon(page: URL): URL {
  return new URL("/favicon.ico", page);
}
