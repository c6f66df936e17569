import { Image, ImageOff } from "lucide";
import { choose, preferences } from "../device/preferences.ts";
import { translations } from "../language/language.ts";
import { Icon } from "./icon.tsx";
import { outsideImageTexts } from "./pictures/outside-image-texts.ts";
import { Thumbnail } from "./pictures/thumbnail.tsx";

/** An image of another site: shown when the person wants such images, by https only, and without telling the page's address. */
export function OutsideImage({
  url,
  width,
  height,
}: {
  /** As the API gives it. */
  readonly url: string | null;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}) {
  if (!preferences.value.images || url === null || URL.parse(url)?.protocol !== "https:") return null;
  return <Thumbnail src={url} width={width} height={height} referrerpolicy="no-referrer" />;
}

/** The button by which a screen with such images shows or hides them, here and on every screen. */
export function ImagesButton() {
  const t = translations(outsideImageTexts);
  const { images } = preferences.value;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={images ? t.hideImages : t.showImages}
      title={`${images ? t.hideImages : t.showImages}: ${t.imagesHint}`}
      onClick={() => choose({ images: !images })}
    >
      <Icon icon={images ? ImageOff : Image} />
    </button>
  );
}
