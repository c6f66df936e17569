import type { ComponentChildren } from "preact";
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
  return (
    <SiteTile page={page}>
      <OwnPicture url={url} width={SIDE} height={SIDE} />
    </SiteTile>
  );
}

/** The tile with the first letter of a page's site, which a picture may cover. */
export function SiteTile({ page, children }: { readonly page: string; readonly children: ComponentChildren }) {
  const host = hostOf(page);
  const [first = ""] = host;
  return (
    <span class="tile site-icon" aria-hidden="true" style={{ "--hue": hueOf(host) }}>
      {first.toUpperCase()}
      {children}
    </span>
  );
}
