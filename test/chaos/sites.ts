import type { BlogSite } from "../../lib/local/sites/blog-site.ts";
import { startBlogSite } from "../../lib/local/sites/blog-site.ts";
import type { GoogleBooksSite } from "../../lib/local/sites/google-books-site.ts";
import { startGoogleBooksSite } from "../../lib/local/sites/google-books-site.ts";
import type { MercariSite } from "../../lib/local/sites/mercari-site.ts";
import { startMercariSite } from "../../lib/local/sites/mercari-site.ts";
import type { SimulatedSite, SiteFault, SiteRequest } from "../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import type { SlideSites } from "../../lib/local/sites/slide-sites.ts";
import { startSlideSites } from "../../lib/local/sites/slide-sites.ts";
import type { SiteWay } from "./plan.ts";

const VOLUMES = 300;
const LISTINGS = 130;
/** Milliseconds of a site's delay: longer than a usual answer, shorter than every time-out. */
const SLOW_MS = 800;
/** Hosts of the second system: the API admits a hundred mentions of each. */
export const PEER_HOSTS = 40;
const WEBHOOK = { url: "https://hooks.example/in", key: "the key of the webhook" };

/** Every site outside, and what was sent to it. */
export interface Sites {
  readonly decks: SlideSites;
  readonly blog: BlogSite;
  readonly google: GoogleBooksSite;
  readonly mercari: MercariSite;
  /** Pages that are recommended, each with a Webmention endpoint. */
  readonly garden: SimulatedSite;
  /** Receives notices. */
  readonly hooks: SimulatedSite;
  /** The second system: pages that mention the site whose address they are given. */
  readonly peers: SimulatedSite;
  /** The runner's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on a share of the requests to any site but the webhook fails in this way. @param random from [0, 1) */
  misbehave(way: SiteWay, share: number, random: () => number): void;
  recover(): void;
  /** Whether a request had a site's usual answer. */
  wasAnswered(request: SiteRequest): boolean;
  close(): Promise<void>;
}

const faultOf = (way: SiteWay): SiteFault => {
  if (way === "500" || way === "503") return { kind: "status", status: Number(way) };
  return way === "slow_headers" || way === "slow_body" ? { kind: way, ms: SLOW_MS } : { kind: way };
};

/** Starts all sites on loopback. @param ownSite the address that the pages of the second system link to, once it is known */
export async function startSites(ownSite: () => string): Promise<Sites> {
  const [decks, blog, google, mercari] = await Promise.all([
    startSlideSites(),
    startBlogSite(),
    startGoogleBooksSite({ volumes: VOLUMES }),
    startMercariSite({ items: LISTINGS }),
  ]);
  const garden = await startSimulatedSite(({ method, path }) => {
    if (method === "POST") return { status: 202, headers: {}, body: "" };
    return htmlAnswer(200, `<!doctype html><title>${path}</title><link rel="webmention" href="/webmention">`);
  });
  const hooks = await startSimulatedSite(() => ({ status: 204, headers: {}, body: "" }));
  const peers = await startSimulatedSite(({ path }) =>
    htmlAnswer(200, `<!doctype html><title>${path}</title><p>I read <a href="${ownSite()}">Magpie</a>.</p>`),
  );
  const failing = [decks, blog, google, mercari, garden, peers];
  const failed = new WeakSet<SiteRequest>();
  const peerHosts = Array.from({ length: PEER_HOSTS }, (_, number) => [`peer-${number}.example`, peers.origin]);
  const egress = {
    ...decks.egressMap,
    ...blog.egressMap,
    ...google.egressMap,
    ...mercari.egressMap,
    ...Object.fromEntries(peerHosts),
    "garden.example": garden.origin,
    "hooks.example": hooks.origin,
  };
  return {
    decks,
    blog,
    google,
    mercari,
    garden,
    hooks,
    peers,
    env: {
      MAGPIE_EGRESS_MAP: JSON.stringify(egress),
      GOOGLE_BOOKS_API_KEY: google.apiKey,
      MAGPIE_NOTIFY_WEBHOOK: JSON.stringify(WEBHOOK),
    },
    misbehave(way, share, random) {
      const fails = (request: SiteRequest) => {
        if (random() >= share) return false;
        failed.add(request);
        return true;
      };
      for (const site of failing) site.fault(fails, faultOf(way));
    },
    recover() {
      for (const site of failing) site.clearFaults();
    },
    wasAnswered: (request) => !failed.has(request),
    async close() {
      await Promise.all([...failing, hooks].map((site) => site.close()));
    },
  };
}
