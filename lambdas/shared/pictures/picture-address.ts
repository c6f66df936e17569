/**
 * The address of a copied picture. What is stored is the path, so that it outlives the site's domain.
 *
 * @param siteUrl the site's public address, without a slash at its end
 * @param path the path on the site's domain, e.g. `/i/…`; null without a picture
 */
export function pictureAddress(siteUrl: string, path: string | null): string | null {
  return path === null ? null : `${siteUrl}${path}`;
}
