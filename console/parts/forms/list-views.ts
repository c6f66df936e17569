import type { IconNode } from "lucide";
import { LayoutGrid, Rows3 } from "lucide";
import type { ListView } from "../../device/preferences.ts";
import { translations } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";

export function listViews(): readonly (readonly [ListView, IconNode, string])[] {
  const t = translations(partTexts);
  return [
    ["rows", Rows3, t.asRows],
    ["cards", LayoutGrid, t.asCards],
  ];
}
