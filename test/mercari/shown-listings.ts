import { pathOfItem } from "../../lib/local/sites/mercari-pages.ts";
import type { MercariSite, Mood, TrueItem } from "../../lib/local/sites/mercari-site.ts";

/** The last facts of a listing that the site has shown. */
export interface Shown {
  readonly item: TrueItem;
  /** The hour whose crawl or detail check was the first to see the listing sold; null unless it was on sale before. */
  readonly soldIn: number | null;
  /** The last hour in which it was shown on sale; null if it never was. */
  readonly onSaleIn: number | null;
}

/** The number of listings on one search page of the simulated site. */
const PAGE = 120;

/** Records the listings that a simulated Mercari shows, without parsing its markup. */
export class ShownListings {
  readonly shown = new Map<string, Shown>();
  readonly #site: MercariSite;

  constructor(site: MercariSite) {
    this.#site = site;
  }

  /** Records the listings that the site is about to show for an address. */
  look(url: string, mood: Mood, hour: number): void {
    for (const item of shownAt(new URL(url), mood, this.#site.items())) {
      const known = this.shown.get(item.id);
      const wasOnSale = known?.item.state === "on_sale";
      const soldIn = item.state === "on_sale" ? null : wasOnSale ? hour : (known?.soldIn ?? null);
      const onSaleIn = item.state === "on_sale" ? hour : (known?.onSaleIn ?? null);
      this.shown.set(item.id, { item, soldIn, onSaleIn });
    }
  }
}

function shownAt(url: URL, mood: Mood, items: readonly TrueItem[]): readonly TrueItem[] {
  if (mood !== "fine" && mood !== "half_rendered" && mood !== "nothing") return [];
  if (url.pathname !== "/search") {
    return mood === "half_rendered" ? [] : items.filter((item) => pathOfItem(item) === url.pathname);
  }
  if (mood === "nothing") return [];
  const page = Number((url.searchParams.get("page_token") ?? "v1:0").slice(3));
  const here = items.slice(page * PAGE, (page + 1) * PAGE);
  return mood === "half_rendered" ? here.filter((_item, index) => index % 2 === 0) : here;
}
