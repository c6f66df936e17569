import { bookmarksReconcile } from "../bookmarks/reconcile.ts";
import { booksReconcile } from "../books/reconcile.ts";
import { mercariReconcile } from "../mercari/reconcile.ts";
import { recommendationsReconcile } from "../recommendations/reconcile.ts";
import type { ReconcilePart } from "../shared/work/reconcile.ts";
import { slidesReconcile } from "../slides/reconcile.ts";

/** The features' parts in the reconcile schedule. A new feature adds its own here. */
export const allReconciled: readonly ReconcilePart[] = [
  slidesReconcile,
  bookmarksReconcile,
  booksReconcile,
  mercariReconcile,
  recommendationsReconcile,
];
