import { texts } from "../../language/language.ts";

/** The texts of the field where one saves and searches. */
export const oneFieldTexts = texts({
  form: ["Save or search", "保存または検索"],
  box: ["Address or words", "URL または検索語"],
  placeholder: ["Save an address, or search", "URL を保存、または検索"],
});
