import type { NoticeKindOf } from "../notice-kind.ts";

interface Offer {
  /** In yen. */
  readonly price: number;
  readonly name: string;
  readonly url: string;
}

interface PriceData {
  readonly product: { readonly id: string; readonly name: string };
  /** Cheapest first. */
  readonly offers: readonly [Offer, ...Offer[]];
  /** What the alert found: the offers of a first crawl, one below the lowest price so far, or one below the price that was set. */
  readonly found: "first" | "lowest" | "below";
}

const GROUPED = new Intl.NumberFormat("en-US");

/** The price comes first, so that no line begins with text from outside. */
function linesOf(offers: readonly Offer[], yen: (price: number) => string): readonly string[] {
  return offers.flatMap(({ price, name, url }) => [`${yen(price)}: ${name}`, url]);
}

const yenInEnglish = (price: number) => `¥${GROUPED.format(price)}`;
const yenInJapanese = (price: number) => `${GROUPED.format(price)} 円`;

/** Offers that an alert of a product applies to. */
export const price: NoticeKindOf<PriceData> = {
  kind: "price",
  seenBy: "everybody",
  channels: ["mail", "webhook"],
  digest: { en: "prices", ja: "価格" },
  link: ({ product, offers: [cheapest] }) => ({ url: cheapest.url, screen: `/app/prices/${product.id}` }),
  words: {
    en: {
      title: ({ product, offers, found }) => {
        const [{ price, name }] = offers;
        if (found !== "first") return `${product.name}: ${yenInEnglish(price)}, ${name}`;
        return `${product.name}: ${offers.length === 1 ? "an offer at" : `${offers.length} offers from`} ${yenInEnglish(price)}`;
      },
      lines: ({ offers, found }) => [
        ...linesOf(offers, yenInEnglish),
        found === "lowest" ? "It is cheaper than every comparable offer at the crawl before." : "",
      ],
    },
    ja: {
      title: ({ product, offers, found }) => {
        const [{ price, name }] = offers;
        if (found !== "first") return `${product.name}: ${yenInJapanese(price)}、${name}`;
        return `${product.name}: 出品 ${offers.length} 件、${yenInJapanese(price)}${offers.length === 1 ? "" : "から"}`;
      },
      lines: ({ offers, found }) => [
        ...linesOf(offers, yenInJapanese),
        found === "lowest" ? "前回の取得で比較できたどの出品よりも安い価格です。" : "",
      ],
    },
  },
};
