import type {
  CheckedSite,
  CheckedSites,
  Delivery,
  DeliveryList,
  IncomingRecommendation,
  IncomingRecommendationPage,
  ListedDelivery,
  ListedDeliveryPage,
  NewRecommendation,
  Recommendation,
  RecommendationChanges,
  RecommendationPage,
  SiteSettings,
} from "./answers.ts";
import type { NumberedPageQuery, PageQuery } from "./paging.ts";
import { everyItem, everyNumberedItem } from "./paging.ts";
import type { CallOptions, CreateOptions, Transport } from "./transport.ts";

/** A page of recommendations, with its filter and order. */
export interface RecommendationQuery extends NumberedPageQuery {
  /** NQL over id, title, description, excerpt, url, one_click_subscribe, created_at and updated_at, e.g. `title:~'ferry'`. */
  readonly filter?: string;
  /** E.g. `count.clicks desc, title asc`; default: newest first. */
  readonly order?: string;
  /** `count.clicks`, `count.subscribers` or both, with a comma in between. */
  readonly include?: string;
}

/** A filter of deliveries; default: all. */
export interface DeliveryFilter {
  /** E.g. `failed` or `no_endpoint`. */
  readonly status?: Delivery["status"];
}

/** The sites that the owner recommends. Only administrators change them. Every method throws ApiProblem or NetworkFailure. */
export class Recommendations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Recommends a site once, however often the request is sent, and notifies it. A site that is recommended already is
   * refused.
   */
  create(recommendation: NewRecommendation, options?: CreateOptions): Promise<Recommendation> {
    const body = { recommendations: [recommendation] };
    return this.#one({ method: "POST", path: "/v1/recommendations", body, creates: true }, options);
  }

  list(query: RecommendationQuery = {}, options?: CallOptions): Promise<RecommendationPage> {
    return this.#transport.request({ method: "GET", path: "/v1/recommendations", query: { ...query } }, options);
  }

  /** All of them, or all that match a filter. */
  all(
    query: Omit<RecommendationQuery, keyof NumberedPageQuery> = {},
    options?: CallOptions,
  ): AsyncGenerator<Recommendation, void, undefined> {
    return everyNumberedItem(async (page) => {
      const { recommendations, meta } = await this.list({ ...query, ...page }, options);
      return { items: recommendations, next: meta.pagination.next };
    });
  }

  get(id: string, options?: CallOptions): Promise<Recommendation> {
    return this.#one({ method: "GET", path: pathOf(id) }, options);
  }

  /** Changes the given fields and no others, and notifies the site, and the site of the previous address. */
  update(id: string, changes: RecommendationChanges, options?: CallOptions): Promise<Recommendation> {
    return this.#one({ method: "PUT", path: pathOf(id), body: { recommendations: [changes] } }, options);
  }

  /** Deletes a recommendation, and notifies its site. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.#transport.request({ method: "DELETE", path: pathOf(id), doneCodes: ["not_found"] }, options);
  }

  /** Notifies the site again, whatever the outcome of earlier notifications. */
  announce(id: string, options?: CallOptions): Promise<void> {
    return this.#transport.request({ method: "POST", path: `${pathOf(id)}/announce` }, options);
  }

  /** Fetches a site's metadata before it is recommended; a recommended site is refreshed. */
  async check(url: string, options?: CallOptions): Promise<CheckedSite> {
    const body = { recommendations: [{ url }] };
    const call = { method: "POST", path: "/v1/recommendations/check", body } as const;
    return (await this.#transport.request<CheckedSites>(call, options)).recommendations[0];
  }

  /** Records once, however often the request is sent, that the user followed a recommendation. */
  clicked(id: string, options?: CreateOptions): Promise<void> {
    return this.#transport.request({ method: "POST", path: `${pathOf(id)}/clicked`, creates: true }, options);
  }

  /** Records once, however often the request is sent, that the user subscribed to a recommended site. */
  subscribed(id: string, options?: CreateOptions): Promise<void> {
    return this.#transport.request({ method: "POST", path: `${pathOf(id)}/subscribed`, creates: true }, options);
  }

  /** The deliveries of a recommendation, even a deleted one. */
  async deliveries(id: string, options?: CallOptions): Promise<Delivery[]> {
    const call = { method: "GET", path: `${pathOf(id)}/deliveries` } as const;
    return (await this.#transport.request<DeliveryList>(call, options)).deliveries;
  }

  /** A page of the deliveries of all recommendations, the latest announced first. */
  allDeliveriesPage(query: DeliveryFilter & PageQuery = {}, options?: CallOptions): Promise<ListedDeliveryPage> {
    return this.#transport.request({ method: "GET", path: "/v1/deliveries", query: { ...query } }, options);
  }

  /** All deliveries, the latest announced first. */
  allDeliveries(filter: DeliveryFilter = {}, options?: CallOptions): AsyncGenerator<ListedDelivery, void, undefined> {
    return everyItem(async (cursor) => {
      const { deliveries, next_cursor } = await this.allDeliveriesPage({ limit: 100, ...filter, ...cursor }, options);
      return { items: deliveries, next_cursor };
    });
  }

  /** A page of the sites that recommend the owner's, the latest first. */
  incoming(query: NumberedPageQuery = {}, options?: CallOptions): Promise<IncomingRecommendationPage> {
    return this.#transport.request(
      { method: "GET", path: "/v1/incoming-recommendations", query: { ...query } },
      options,
    );
  }

  /** All sites that recommend the owner's, the latest first. */
  allIncoming(options?: CallOptions): AsyncGenerator<IncomingRecommendation, void, undefined> {
    return everyNumberedItem(async (page) => {
      const { recommendations, meta } = await this.incoming(page, options);
      return { items: recommendations, next: meta.pagination.next };
    });
  }

  /** Whether there are recommendations, and the owner's site. */
  settings(options?: CallOptions): Promise<SiteSettings> {
    return this.#transport.request({ method: "GET", path: "/v1/settings" }, options);
  }

  /** The one recommendation of an envelope. */
  async #one(call: Parameters<Transport["request"]>[0], options: CreateOptions | undefined): Promise<Recommendation> {
    return (await this.#transport.request<{ recommendations: [Recommendation] }>(call, options)).recommendations[0];
  }
}

function pathOf(id: string): string {
  return `/v1/recommendations/${encodeURIComponent(id)}`;
}
