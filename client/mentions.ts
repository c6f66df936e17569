import type { BlockedHost, BlockedHostPage, Mention, MentionPage } from "./answers.ts";
import type { PageQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { CallOptions, CreateOptions, Transport } from "./transport.ts";

/** A filter of mentions; default: all. */
export interface MentionFilter {
  /** Sites' lists of recommendations, or other pages. */
  readonly kind?: Mention["kind"];
  readonly status?: Mention["status"];
}

/**
 * The mentions of the site by others, and the blocked hosts. For administrators. Every method throws ApiProblem or
 * NetworkFailure.
 */
export class Mentions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(query: MentionFilter & PageQuery = {}, options?: CallOptions): Promise<MentionPage> {
    return this.#transport.request({ method: "GET", path: "/v1/mentions", query: { ...query } }, options);
  }

  /** All of them, newest first. */
  all(filter: MentionFilter = {}, options?: CallOptions): AsyncGenerator<Mention, void, undefined> {
    return everyItem(async (cursor) => {
      const { mentions, next_cursor } = await this.list({ limit: 100, ...filter, ...cursor }, options);
      return { items: mentions, next_cursor };
    });
  }

  blockedHosts(query: PageQuery = {}, options?: CallOptions): Promise<BlockedHostPage> {
    return this.#transport.request({ method: "GET", path: "/v1/blocked-hosts", query: { ...query } }, options);
  }

  /** All hosts that are blocked, the latest first. */
  allBlockedHosts(options?: CallOptions): AsyncGenerator<BlockedHost, void, undefined> {
    return everyItem(async (cursor) => {
      const { blocked_hosts, next_cursor } = await this.blockedHosts({ limit: 100, ...cursor }, options);
      return { items: blocked_hosts, next_cursor };
    });
  }

  /** Drops the mentions of a host and of its sub-domains from now on; its verified mentions leave every list. */
  block(host: string, options?: CreateOptions): Promise<BlockedHost> {
    return this.#transport.request(
      { method: "POST", path: "/v1/blocked-hosts", body: { host }, creates: true },
      options,
    );
  }

  /** Accepts a host's mentions again. */
  unblock(host: string, options?: CallOptions): Promise<void> {
    const path = `/v1/blocked-hosts/${encodeURIComponent(host)}`;
    return this.#transport.request({ method: "DELETE", path, doneCodes: ["not_found"] }, options);
  }
}
