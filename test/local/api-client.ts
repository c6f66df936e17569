import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import type { stockSchema } from "../../lambdas/slides/stock-answer.ts";
import { until } from "./until.ts";

/** A stock in an answer. */
export type StockAnswer = z.output<typeof stockSchema>;

/** A problem answer. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** One page of stocks. */
export interface StockPage {
  readonly stocks: readonly StockAnswer[];
  readonly next_cursor: string | null;
}

/** `GET /v1/ops/queues`. */
export interface QueuesAnswer {
  readonly queues: readonly {
    readonly name: string;
    readonly depth: number;
    readonly in_flight: number;
    readonly dlq_depth: number;
    readonly oldest_age_seconds: number | null;
  }[];
}

/** An answer with its body, parsed if it is JSON. */
export interface Reply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: T;
}

/** A client of a running API with one user's token. */
export class ApiClient {
  readonly origin: string;
  readonly token: string;

  constructor(origin: string, token: string) {
    this.origin = origin;
    this.token = token;
  }

  /** Sends a request, again while the service is busy: with the same key, so that nothing is created twice. */
  call<T>(method: string, path: string, body?: unknown): Promise<Reply<T>> {
    const sent = this.#sent(method, body);
    return unlessBusy(() => request<T>(this.origin, path, sent));
  }

  /** Sends a request once. */
  callOnce<T>(method: string, path: string, body?: unknown): Promise<Reply<T>> {
    return request<T>(this.origin, path, this.#sent(method, body));
  }

  /** Sends a request that is to succeed. @returns the body of its answer @throws Error when it is refused */
  async done<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await this.call<T>(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.body;
  }

  /** All items of a list, page after page. @param path with a query */
  async all<T>(path: string, plural: string): Promise<T[]> {
    const found: T[] = [];
    for (let from = ""; ; ) {
      const page = await this.done<Record<string, unknown>>("GET", `${path}${from}`);
      found.push(...(page[plural] as T[]));
      if (page.next_cursor === null) return found;
      from = `&cursor=${encodeURIComponent(String(page.next_cursor))}`;
    }
  }

  #sent(method: string, body: unknown): RequestInit {
    const headers = { authorization: `Bearer ${this.token}`, "content-type": "application/json" };
    return {
      method,
      headers: method === "POST" ? { ...headers, "idempotency-key": randomUUID() } : headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
  }

  /** Saves a deck. */
  save(url: string, memo?: string): Promise<StockAnswer> {
    return this.done("POST", "/v1/stocks", { url, memo });
  }

  stock(id: string): Promise<StockAnswer> {
    return this.done("GET", `/v1/stocks/${id}`);
  }

  /** The stock as soon as it is no longer pending. */
  async settled(id: string): Promise<StockAnswer> {
    return until(
      `stock ${id} is ready or failed`,
      () => this.stock(id),
      ({ status }) => status !== "pending",
    );
  }

  allStocks(query = "limit=100"): Promise<StockAnswer[]> {
    return this.all(`/v1/stocks?${query}`, "stocks");
  }

  /** The slides queue as operators see it. */
  async fetchQueue(): Promise<QueuesAnswer["queues"][number]> {
    const { body } = await this.call<QueuesAnswer>("GET", "/v1/ops/queues");
    const queue = body.queues.find(({ name }) => name === "oembed-fetch");
    if (queue === undefined) throw new Error("no queue oembed-fetch");
    return queue;
  }
}

/**
 * Sends a request again until the answer is not 503, as the API asks its clients to: on a busy machine a function may not
 * reach its tables within its deadline.
 *
 * @param send sends a request that is safe to repeat
 */
function unlessBusy<T>(send: () => Promise<Reply<T>>): Promise<Reply<T>> {
  return until("the service is not too busy", send, ({ status }) => status !== 503);
}

/** Any request. */
export async function request<T>(origin: string, path: string, init: RequestInit = {}): Promise<Reply<T>> {
  const response = await fetch(`${origin}${path}`, init);
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as T,
  };
}
