import type { Book } from "../../client/index.ts";

/**
 * The names of jobs to choose from, in alphabetical order: those that are listed, those of the shown books (a job may be
 * deleted while its books stay), and the chosen one.
 *
 * @param chosen empty: none
 */
export function jobNames(
  listed: readonly string[],
  books: readonly Pick<Book, "jobs">[],
  chosen: string,
): readonly string[] {
  const names = new Set([...listed, ...books.flatMap(({ jobs }) => jobs), chosen]);
  names.delete("");
  return [...names].sort();
}
