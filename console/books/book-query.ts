import { addressWith } from "../parts/address-with.ts";

/** Which books are shown: all, those of a job, those that a search finds, or both. An empty text selects nothing. */
export interface BookQuery {
  readonly q: string;
  readonly job: string;
}

/** Reads the parameters of the screen's address. */
export function readQuery(parameters: Readonly<Record<string, string>>): BookQuery {
  return { q: parameters.q?.trim() ?? "", job: parameters.job ?? "" };
}

/** The screen's address with a query. */
export function queryAddress(query: BookQuery): string {
  return addressWith("/app/books", { ...query });
}

/** A query as the API's parameters. */
export function apiParameters({ q, job }: BookQuery): { readonly q?: string; readonly job?: string } {
  return { ...(q === "" ? {} : { q }), ...(job === "" ? {} : { job }) };
}
