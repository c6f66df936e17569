import { texts } from "../../language/language.ts";

/** The texts of the button that shows or hides images of other sites. */
export const outsideImageTexts = texts({
  showImages: ["Show images", "画像を表示"],
  hideImages: ["Hide images", "画像を隠す"],
  imagesHint: [
    "Images load from their own sites, which can then see that you viewed them.",
    "画像はそれぞれのサイトから読み込まれ、閲覧したことがそのサイトに伝わります。",
  ],
});
