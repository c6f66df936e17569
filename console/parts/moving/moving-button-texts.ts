import { texts } from "../../language/language.ts";

/** The texts of the buttons that open the dialogs. Those of the dialogs are loaded with them. */
export const movingButtonTexts = texts({
  export: ["Export", "エクスポート"],
  import: ["Import", "インポート"],
});
