import { texts } from "../language/language.ts";

/** The texts of the first steps. */
export const firstRunTexts = texts({
  en: {
    further: "What else Magpie does",
    save: "Save a page by its address. Magpie reads it, summarises it and finds it again, even offline.",
    saveAction: "Save the first page",
    import: "Bring your bookmarks from a browser or another service.",
    importAction: "Import bookmarks",
    extension: "Save the page you are on with one click in your browser's toolbar.",
    extensionAction: "Get the extension",
    product: "Watch what something costs second-hand, and know when the cheapest offer is a good price.",
    productAction: "Watch a price",
    site: "Recommend the sites you read, on your page and in your feed. Each site is told, too.",
    siteAction: "Recommend a site",
  },
  ja: {
    further: "Magpie でできること",
    save: "URL を入力してページを保存すると、本文を読み取って要約し、オフラインでも検索できるようにします。",
    saveAction: "最初のページを保存",
    import: "ブラウザーやほかのサービスに保存したブックマークを取り込めます。",
    importAction: "ブックマークをインポート",
    extension: "見ているページを、ブラウザーのツールバーから 1 クリックで保存できます。",
    extensionAction: "拡張機能を入手",
    product: "中古品の価格を追跡し、今の最安値がお買い得かどうかを判定します。",
    productAction: "価格を追跡",
    site: "よく読むサイトを、公開ページとフィードでおすすめし、相手のサイトにも知らせます。",
    siteAction: "サイトをおすすめする",
  },
});
