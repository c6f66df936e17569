import type { Notice, NoticePage } from "./answers.ts";
import type { PageQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** For administrators: the notices. Every method throws ApiProblem or NetworkFailure. */
export class Notices {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(query: PageQuery = {}, options?: CallOptions): Promise<NoticePage> {
    return this.#transport.request({ method: "GET", path: "/v1/notices", query: { ...query } }, options);
  }

  /** All of them, newest first. */
  all(options?: CallOptions): AsyncGenerator<Notice, void, undefined> {
    return everyItem(async (cursor) => {
      const { notices, next_cursor } = await this.list({ limit: 100, ...cursor }, options);
      return { items: notices, next_cursor };
    });
  }
}
