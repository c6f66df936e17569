import { texts } from "../language/language.ts";

/** The texts of the first steps. */
export const firstRunTexts = texts({
  further: ["What else Magpie does", "Magpie でできること"],
  save: [
    "Save a page by its address. Magpie reads it, summarises it and finds it again, even offline.",
    "URL を入力してページを保存すると、本文を読み取って要約し、オフラインでも検索できるようにします。",
  ],
  saveAction: ["Save the first page", "最初のページを保存"],
  import: [
    "Bring your bookmarks from a browser or another service.",
    "ブラウザーやほかのサービスに保存したブックマークを取り込めます。",
  ],
  importAction: ["Import bookmarks", "ブックマークをインポート"],
  extension: [
    "Save the page you are on with one click in your browser's toolbar.",
    "見ているページを、ブラウザーのツールバーから 1 クリックで保存できます。",
  ],
  extensionAction: ["Get the extension", "拡張機能を入手"],
  product: [
    "Watch what something costs second-hand, and know when the cheapest offer is a good price.",
    "中古品の価格を追跡し、今の最安値がお買い得かどうかを判定します。",
  ],
  productAction: ["Watch a price", "価格を追跡"],
  site: [
    "Recommend the sites you read, on your page and in your feed. Each site is told, too.",
    "よく読むサイトを、公開ページとフィードでおすすめし、相手のサイトにも知らせます。",
  ],
  siteAction: ["Recommend a site", "サイトをおすすめする"],
});
