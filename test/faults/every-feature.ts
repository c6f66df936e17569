import type { FaultFeature } from "./feature.ts";
import { bookmarks } from "./features/bookmarks.ts";
import { books } from "./features/books.ts";
import { changes } from "./features/changes.ts";
import { mercari } from "./features/mercari.ts";
import { notices } from "./features/notices.ts";
import { operations } from "./features/operations.ts";
import { recommendations } from "./features/recommendations.ts";
import { slides } from "./features/slides.ts";
import { users } from "./features/users.ts";

/** The features whose entries are in the matrix. */
export const FAULT_FEATURES: readonly FaultFeature[] = [
  slides,
  bookmarks,
  books,
  mercari,
  recommendations,
  changes,
  notices,
  operations,
  users,
];
