import { texts } from "../../language/language.ts";

/** The texts of selecting items of a list. */
export const selectionTexts = texts({
  en: {
    select: "Select",
    end: "End selection",
    selection: "Selection",
    selected: (count: string) => `${count} selected`,
    selectAll: (count: string) => `Select all ${count}`,
    selectNone: "Select none",
  },
  ja: {
    select: "選択",
    end: "選択を終了",
    selection: "選択中の項目",
    selected: (count: string) => `${count} 件を選択中`,
    selectAll: (count: string) => `${count} 件すべてを選択`,
    selectNone: "選択を解除",
  },
});
