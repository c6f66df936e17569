import { Presentation } from "lucide";
import { hostOf } from "../parts/host-of.ts";
import { Icon } from "../parts/icon.tsx";
import { hueOf } from "../parts/pictures/hue-of.ts";
import { OwnPicture } from "../parts/pictures/own-picture.tsx";

/** The copied picture of a deck over a tile in the colour of its site, which is seen where there is no picture. */
export function DeckPicture({
  page,
  url,
}: {
  /** The deck's address. */
  readonly page: string;
  /** The picture's, as the API gives it. */
  readonly url: string | null;
}) {
  return (
    <span class="tile deck-picture" aria-hidden="true" style={{ "--hue": hueOf(hostOf(page)) }}>
      <Icon icon={Presentation} />
      <OwnPicture url={url} width={320} height={180} />
    </span>
  );
}
