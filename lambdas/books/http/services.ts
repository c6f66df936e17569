import type { OnceServices } from "../../shared/idempotency/once.ts";
import type { BookTable } from "../tables/book-table.ts";
import type { RunRequester } from "../work/request-run.ts";

/** What the operations on jobs and books work with. */
export interface BooksServices extends OnceServices, RunRequester {
  readonly books: BookTable;
}
