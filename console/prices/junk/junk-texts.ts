import { texts } from "../../language/language.ts";

/** The texts that offer to leave out of a search what is probably not the product. */
export const junkTexts = texts({
  title: ["Probably something else", "商品そのものではない出品"],
  found: (junk: string, all: string, from: string) => [
    `Offers below ${from}, a third of the usual price: ${junk} of ${all}. They are probably accessories, parts or empty boxes. They cause no alerts, but they stay in the list.`,
    `出品中の ${all} 件のうち ${junk} 件は、通常の価格の 3 分の 1 にあたる ${from} に満たず、付属品、部品、空箱などと思われます。アラートの対象にはなりませんが、新しい出品もここに表示されます。`,
  ],
  without: (words: string) => [`Exclude ${words}`, `「${words}」を除外`],
  from: (price: string) => [`Only ${price} or more`, `${price} 以上だけを検索`],
});
