import type {
  BlockedHost,
  BlockedHostPage,
  CheckedSite,
  CheckedSites,
  Delivery,
  DeliveryList,
  IncomingRecommendation,
  IncomingRecommendationPage,
  ListedDelivery,
  ListedDeliveryPage,
  Mention,
  MentionChanges,
  MentionPage,
  NewRecommendation,
  OneRecommendation,
  Recommendation,
  RecommendationChanges,
  RecommendationPage,
  SiteSettings,
} from "./answers.ts";
import type { Items, NumberedPageQuery, PageQuery } from "./paging.ts";
import { everyItem, everyRecommendation } from "./paging.ts";
import type { Change, Create, Find, OfOne, Read } from "./resource.ts";
import { Resource } from "./resource.ts";
import type { CallOptions, CreateOptions } from "./transport.ts";

/** A filter of recommendations, and their order. */
export interface RecommendationFilter {
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

/** The sites that the owner recommends. Only administrators change them. */
export class Recommendations extends Resource {
  readonly #deliveries = this.readsOne<DeliveryList>("/v1/recommendations/{id}/deliveries");

  /**
   * Recommends a site once, however often the request is sent, and notifies it. A site that is recommended already is
   * refused.
   */
  create: Create<NewRecommendation, Recommendation> = (recommendation, options) =>
    this.#one("POST", "/v1/recommendations", { body: { recommendations: [recommendation] }, creates: true }, options);

  list: Find<RecommendationFilter & NumberedPageQuery, RecommendationPage> = this.finds("/v1/recommendations");

  /** All of them, or all that match a filter. */
  all = (filter?: RecommendationFilter, options?: CallOptions): Items<Recommendation> =>
    everyRecommendation((query) => this.list(query, options), filter);

  get: OfOne<Recommendation> = (id, options) => this.#one("GET", "/v1/recommendations/{id}", { id }, options);

  /** Changes the given fields and no others, and notifies the site, and the site of the previous address. */
  update: Change<RecommendationChanges, Recommendation> = (id, changes, options) =>
    this.#one("PUT", "/v1/recommendations/{id}", { id, body: { recommendations: [changes] } }, options);

  /** Deletes a recommendation, and notifies its site. */
  delete: OfOne<void> = this.deletes("/v1/recommendations/{id}");

  /** Notifies the site again, whatever the outcome of earlier notifications. */
  announce: OfOne<void> = this.requests("/v1/recommendations/{id}/announce");

  /** Fetches a site's metadata before it is recommended; a recommended site is refreshed. */
  check = async (url: string, options?: CallOptions): Promise<CheckedSite> => {
    const body = { recommendations: [{ url }] };
    return (await this.send<CheckedSites>("POST", "/v1/recommendations/check", { body }, options)).recommendations[0];
  };

  /** Records once, however often the request is sent, that the user followed a recommendation. */
  clicked = (id: string, options?: CreateOptions): Promise<void> =>
    this.send("POST", "/v1/recommendations/{id}/clicked", { id, creates: true }, options);

  /** Records once, however often the request is sent, that the user subscribed to a recommended site. */
  subscribed = (id: string, options?: CreateOptions): Promise<void> =>
    this.send("POST", "/v1/recommendations/{id}/subscribed", { id, creates: true }, options);

  /** The deliveries of a recommendation, even a deleted one. */
  deliveries: OfOne<Delivery[]> = async (id, options) => (await this.#deliveries(id, options)).deliveries;

  /** A page of the deliveries of all recommendations, the latest announced first. */
  allDeliveriesPage: Find<DeliveryFilter & PageQuery, ListedDeliveryPage> = this.finds("/v1/deliveries");

  /** All deliveries, the latest announced first. */
  allDeliveries = (filter?: DeliveryFilter, options?: CallOptions): Items<ListedDelivery> =>
    everyItem("deliveries", (query) => this.allDeliveriesPage(query, options), filter);

  /** A page of the sites that recommend the owner's, the latest first. */
  incoming: Find<NumberedPageQuery, IncomingRecommendationPage> = this.finds("/v1/incoming-recommendations");

  /** All sites that recommend the owner's, the latest first. */
  allIncoming = (options?: CallOptions): Items<IncomingRecommendation> =>
    everyRecommendation((query) => this.incoming(query, options));

  /** Whether there are recommendations, and the owner's site. */
  settings: Read<SiteSettings> = this.reads("/v1/settings");

  /** The one recommendation of an envelope. */
  async #one(...call: Parameters<Recommendations["send"]>): Promise<Recommendation> {
    return (await this.send<OneRecommendation>(...call)).recommendations[0];
  }
}

/** A filter of mentions; default: all. */
export interface MentionFilter {
  /** Sites' lists of recommendations, or other pages. */
  readonly kind?: Mention["kind"];
  readonly status?: Mention["status"];
  /** Only the hidden ones, or only the others. */
  readonly hidden?: boolean;
}

/** For administrators: the mentions of the site by others, and the blocked hosts. */
export class Mentions extends Resource {
  readonly #block = this.creates<{ host: string }, BlockedHost>("/v1/blocked-hosts");

  list: Find<MentionFilter & PageQuery, MentionPage> = this.finds("/v1/mentions");

  /** All of them, newest first. */
  all = (filter?: MentionFilter, options?: CallOptions): Items<Mention> =>
    everyItem("mentions", (query) => this.list(query, options), filter);

  /**
   * Hides a mention, or shows it again. A hidden one leaves the incoming recommendations, and stays hidden if it is sent
   * again.
   */
  update: Change<MentionChanges, Mention> = this.changes("PATCH", "/v1/mentions/{id}");

  blockedHosts: Find<PageQuery, BlockedHostPage> = this.finds("/v1/blocked-hosts");

  /** All hosts that are blocked, the latest first. */
  allBlockedHosts = (options?: CallOptions): Items<BlockedHost> =>
    everyItem("blocked_hosts", (query) => this.blockedHosts(query, options));

  /** Drops the mentions of a host and of its sub-domains from now on; its verified mentions leave every list. */
  block: Create<string, BlockedHost> = (host, options) => this.#block({ host }, options);

  /** Accepts a host's mentions again. */
  unblock: OfOne<void> = this.deletes("/v1/blocked-hosts/{host}");
}
