import type { Place } from "../../answers.ts";
import type { Columns } from "./columns.ts";
import { fileDate } from "./file-date.ts";

/**
 * The place in a bookmark's text that a record has, and the names of its columns; null without one that the API would take.
 *
 * @param column of the object that holds it
 */
export function placeOf(
  columns: Columns,
  column: string,
): { readonly place: Place; readonly names: readonly string[] } | null {
  const parts = ["block", "offset", "progress", "at"].map((part) => columns.get(`${column}.${part}`));
  const [block, offset, progress, written] = parts.map((part) => part?.value);
  const at = fileDate(written).savedAt?.toISOString();
  const isPart = typeof progress === "number" && progress >= 0 && progress <= 1;
  if (!isCount(block) || !isCount(offset) || !isPart || at === undefined) return null;
  return { place: { block, offset, progress, at }, names: parts.flatMap((part) => part?.name ?? []) };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1_000_000;
}
