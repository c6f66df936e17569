import type { OnceServices } from "../../shared/idempotency/create-once.ts";
import type { UserLimits } from "../../shared/idempotency/user-limits.ts";
import type { BookTable } from "../tables/book-table.ts";
import type { RunRequester } from "../work/request-run.ts";

/** The services of the operations on jobs and books. */
export interface BooksServices extends OnceServices, RunRequester {
  readonly books: BookTable;
  readonly limits: UserLimits;
}
