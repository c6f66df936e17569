import type { PageDeclarations } from "../../shared/html/page-declarations.ts";
import { baseAddress } from "../../shared/html/page-declarations.ts";
import { defaultIcon, pageIcons } from "../../shared/html/page-icons.ts";

/** The number of a page's declared icons that are tried. */
const MOST_ICONS = 3;

/**
 * Absolute addresses at which a page's icon may be, the best first. SVG icons, which are not copied, are left out. The last
 * address is the default one of sites whose pages declare no icon.
 *
 * @param declarations null for a page that can't declare an icon
 */
export function iconAddresses(declarations: PageDeclarations | null, url: URL): readonly string[] {
  const icons = declarations === null ? [] : pageIcons(declarations, baseAddress(declarations, url));
  const declared = icons.filter(({ isSvg }) => !isSvg).map(({ address }) => address);
  return [...new Set([...declared.slice(0, MOST_ICONS), defaultIcon(url).href])];
}
