import { hostOf } from "../host-of.ts";
import { hueOf } from "./hue-of.ts";
import { OwnPicture } from "./own-picture.tsx";

/** Pixels. */
const SIDE = 36;

/**
 * The icon of a page's site over a tile with the site's first letter, which is seen where there is no icon. It repeats the
 * host, which stands beside it as text.
 *
 * @param url the icon's address, as the API gives it
 */
export function SiteIcon({ page, url }: { readonly page: string; readonly url: string | null }) {
  const host = hostOf(page);
  const [first = ""] = host;
  return (
    <span class="site-icon" aria-hidden="true" style={{ "--hue": hueOf(host) }}>
      {first.toUpperCase()}
      <OwnPicture url={url} width={SIDE} height={SIDE} />
    </span>
  );
}
