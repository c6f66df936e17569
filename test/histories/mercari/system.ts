import { httpPageSource } from "../../../lambdas/mercari/fetch/page-source.ts";
import { runHourly } from "../../../lambdas/mercari/on-schedule.ts";
import { reconcilableCrawls } from "../../../lambdas/mercari/reconcile.ts";
import type { MercariMessage } from "../../../lambdas/mercari/work/request-crawl.ts";
import { NoticeTable } from "../../../lambdas/notices/notice-table.ts";
import { IdempotencyTable } from "../../../lambdas/shared/idempotency/idempotency-table.ts";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { HttpAnswer } from "../../emulators/http-event.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import type { WireProduct } from "../../mercari/api-world.ts";
import { mercariApi } from "../../mercari/api-world.ts";
import { crawlHandler, crawlTables, MAX_RECEIVES } from "../../mercari/crawl-world.ts";
import type { HistoryQueueProps } from "../history-queue.ts";
import type { Background, HistoryWorld } from "../world.ts";
import type { PageRequest } from "./listings.ts";
import { keywordOf } from "./listings.ts";
import type { ProductAct, ProductSettings } from "./product-model.ts";

/** As in the template: six times the worker's time-out. */
export const MERCARI_QUEUE: HistoryQueueProps = { maxReceiveCount: MAX_RECEIVES, visibilityTimeout: 60 * MINUTE };

/** The world of the functions that crawl Mercari. */
export type MercariWorld = HistoryWorld<MercariMessage, PageRequest>;

/** One creation, and its product. */
export interface Creation {
  readonly subject: number;
  /** The product's name. */
  readonly name: string;
  readonly key: string;
  readonly initial: ProductSettings;
}

/** The functions of the feature in a world. */
export class MercariSystem implements Background {
  readonly services;
  readonly notices: NoticeTable;
  readonly worker: Background["worker"];
  readonly reconcilable: Background["reconcilable"];
  readonly #send: ReturnType<typeof mercariApi>;

  /** @param requested is told the address of each request to Mercari */
  constructor({ actors, clock, queue, site }: MercariWorld, requested: (url: URL) => void) {
    const { client } = actors;
    const fetch: OutboundFetch = async ({ url }) => {
      const address = new URL(url);
      try {
        return await actors.outside(async () => {
          requested(address);
          return site.answer({ url: address, at: clock.now().getTime() });
        });
      } catch (error) {
        // A fault of the call is one of the connection.
        throw error instanceof OutboundError ? error : new OutboundError("network", address.href, { cause: error });
      }
    };
    this.services = {
      ...crawlTables(client),
      idempotencyKeys: new IdempotencyTable(client, "idempotency_keys"),
      mercariQueue: queue,
      clock,
      newId: productIds(),
      random: () => 0.5,
      // Nothing can happen to a wait.
      pause: async (milliseconds: number) => clock.forward(milliseconds),
      fetch,
      source: httpPageSource(fetch),
      pages: { keep: () => actors.call(async () => "a page") },
      visibility: queue.visibility,
      maxReceiveCount: MAX_RECEIVES,
    };
    this.notices = new NoticeTable(client, "notices");
    this.#send = mercariApi(this.services);
    this.worker = crawlHandler(this.services);
    this.reconcilable = reconcilableCrawls(this.services.products, queue, clock);
  }

  /** An hour's run of the schedule. */
  hourly(): Promise<unknown> {
    return runHourly(this.services, "schedule-1");
  }

  crawlAll(): Promise<HttpAnswer> {
    return this.#send({ route: "POST /v1/crawl/execute", body: {} });
  }

  /** @param id the product's; any other id while none is known */
  request(creation: Creation, id: string, act: ProductAct): Promise<HttpAnswer> {
    const one = { params: { id } };
    switch (act.do) {
      case "create": {
        const { crawl, alert } = bodyOf(creation.initial, creation);
        const headers = { "idempotency-key": creation.key };
        return this.#send({ route: "POST /v1/products", headers, body: { name: creation.name, crawl, alert } });
      }
      case "change":
        return this.#send({ ...one, route: "PATCH /v1/products/{id}", body: bodyOf(act.change, creation) });
      case "delete":
        return this.#send({ ...one, route: "DELETE /v1/products/{id}" });
      case "crawl":
        return this.#send({ route: "POST /v1/crawl/execute", body: { product_id: id } });
      case "read":
        return this.#send({ ...one, route: "GET /v1/products/{id}" });
    }
  }

  /** The prices of a product, as the API answers them. */
  async trend(id: string) {
    return (await this.#send({ route: "GET /v1/products/{id}/price-trend", params: { id } })).body;
  }
}

/** Ids of the form that rows need, in order. */
function productIds(): () => string {
  let ids = 0;
  return () => {
    ids += 1;
    return `00000000-0000-8000-8000-${String(ids).padStart(12, "0")}`;
  };
}

function bodyOf({ search, max, enabled, below, newLowest }: Partial<ProductSettings>, { subject, name }: Creation) {
  const crawl = {
    ...(search === undefined ? {} : { keyword: keywordOf(subject, name, search) }),
    ...(max === undefined ? {} : { max_price: max }),
    ...(enabled === undefined ? {} : { enabled }),
  };
  const alert = {
    ...(below === undefined ? {} : { below }),
    ...(newLowest === undefined ? {} : { new_lowest: newLowest }),
  };
  return {
    ...(Object.keys(crawl).length === 0 ? {} : { crawl }),
    ...(Object.keys(alert).length === 0 ? {} : { alert }),
  };
}

/** The product in an answer; null without one. */
export function shownProduct(body: WireProduct | null | undefined): ProductSettings | null {
  if (typeof body !== "object" || body === null || !("last_crawl" in body)) return null;
  const { crawl, alert } = body;
  return {
    search: crawl?.keyword.split(" ")[1] === "two" ? "two" : "all",
    max: crawl?.max_price ?? null,
    enabled: crawl?.enabled ?? false,
    below: alert?.below ?? null,
    newLowest: alert?.new_lowest ?? false,
  };
}
