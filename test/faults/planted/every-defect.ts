import { books } from "./defects/books.ts";
import { notices } from "./defects/notices.ts";
import { prices } from "./defects/prices.ts";
import { recommendations } from "./defects/recommendations.ts";
import { savedItems } from "./defects/saved-items.ts";
import type { PlantedDefect } from "./planted-defect.ts";

/** The defects that the fault matrix must find. */
export const PLANTED_DEFECTS: readonly PlantedDefect[] = [
  ...savedItems,
  ...books,
  ...prices,
  ...recommendations,
  ...notices,
];
