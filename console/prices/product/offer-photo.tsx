import { preferences } from "../../device/preferences.ts";
import { OutsideImage } from "../../parts/outside-image.tsx";

/** The photo of an offer in a square that is there before it, and where there is none; nothing for who wants no such images. */
export function OfferPhoto({ url, size }: { readonly url: string | null; readonly size: number }) {
  if (!preferences.value.images) return null;
  return (
    <div class="photo">
      <OutsideImage url={url} width={size} height={size} />
    </div>
  );
}
