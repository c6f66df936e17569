import { addressWith } from "../parts/address-with.ts";

/** Which books are shown: all, those of a job, those that a search finds, or both. An empty text selects nothing. */
export interface BookSelection {
  readonly q: string;
  readonly job: string;
}

/** The selection that the query of the screen's address names. */
export function selectionOf(query: Readonly<Record<string, string>>): BookSelection {
  return { q: query.q?.trim() ?? "", job: query.job ?? "" };
}

/** The screen's address with a selection. */
export function addressOf(selection: BookSelection): string {
  return addressWith("/app/books", { ...selection });
}

/** The selection as the API's parameters. */
export function bookQuery({ q, job }: BookSelection): { readonly q?: string; readonly job?: string } {
  return { ...(q === "" ? {} : { q }), ...(job === "" ? {} : { job }) };
}
