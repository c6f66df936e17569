import { texts } from "../../language/language.ts";

/** The texts of the buttons that open the dialogs. Those of the dialogs are loaded with them. */
export const movingButtonTexts = texts({
  en: {
    export: "Export",
    import: "Import",
    notLoaded: "This part of the page could not be loaded. Check the network, then try again.",
  },
  ja: {
    export: "エクスポート",
    import: "インポート",
    notLoaded: "ページの一部を読み込めませんでした。ネットワークを確認してから、もう一度お試しください。",
  },
});
