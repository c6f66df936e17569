import type { OnceServices } from "../shared/once.ts";
import type { BookTable } from "./book-table.ts";
import type { RunRequester } from "./request-run.ts";

/** What the operations on jobs and books work with. */
export interface BooksServices extends OnceServices, RunRequester {
  readonly books: BookTable;
}
