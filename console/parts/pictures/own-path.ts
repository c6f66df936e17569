/**
 * The path of a copied picture: it is loaded from this page's own origin, whatever host the address names. Null for any
 * other address, which nothing loads.
 */
export function ownPath(address: string | null): string | null {
  const path = URL.parse(address ?? "", location.origin)?.pathname ?? "";
  return /^\/i\/[\w-]+$/.test(path) ? path : null;
}
