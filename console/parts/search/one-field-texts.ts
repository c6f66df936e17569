import { texts } from "../../language/language.ts";

/** The texts of the field where one saves and searches. */
export const oneFieldTexts = texts({
  en: {
    form: "Save or search",
    box: "Address or words",
    placeholder: "Save an address, or search",
    save: "Save",
  },
  ja: {
    form: "保存または検索",
    box: "URL または検索語",
    placeholder: "URL を保存、または検索",
    save: "保存",
  },
});
