import { OutsideImage } from "../parts/outside-image.tsx";
import { SiteTile } from "../parts/pictures/site-icon.tsx";
import { readableAddress } from "../parts/readable-address.ts";
import { SafeLink } from "../parts/safe-link.tsx";

/** The heading of an item: a site's icon or its letter, its title as a link to it, and its address. */
export function SiteHeading({
  id,
  title,
  url,
  icon,
}: {
  /** Of the heading. */
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly icon: string | null;
}) {
  return (
    <header class="site-heading">
      <SiteTile page={url}>
        <OutsideImage url={icon} width={36} height={36} />
      </SiteTile>
      <div>
        {/* The language of another site is unknown. */}
        <h2 id={id} lang="">
          <SafeLink url={url}>{title}</SafeLink>
        </h2>
        <small class="quiet">{readableAddress(url)}</small>
      </div>
    </header>
  );
}
