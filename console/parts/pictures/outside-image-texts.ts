import { texts } from "../../language/language.ts";

/** The texts of the button that shows or hides images of other sites. */
export const outsideImageTexts = texts({
  en: {
    showImages: "Show images",
    hideImages: "Hide images",
    imagesHint: "Images load from their own sites, which can then see that you viewed them.",
  },
  ja: {
    showImages: "画像を表示",
    hideImages: "画像を隠す",
    imagesHint: "画像はそれぞれのサイトから読み込まれ、閲覧したことがそのサイトに伝わります。",
  },
});
