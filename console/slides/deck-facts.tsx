import type { Stock } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { TagLinks } from "../parts/tags/tag-links.tsx";
import { useNow } from "../parts/use-now.ts";
import { When } from "../parts/when.tsx";
import { ItemStatus } from "../saved-items/item-status.tsx";
import { tagAddress } from "./deck-query.ts";
import { failureText } from "./deck-words.ts";
import { slidesTexts } from "./slides-texts.ts";

/** The facts of a deck except its title: status, author, site, age; its memo and tags; and why its fetch has failed. */
export function DeckFacts({ stock }: { readonly stock: Stock }) {
  const t = translations(slidesTexts);
  const now = useNow();
  return (
    <>
      <p class="facts">
        <ItemStatus status={stock.status} text={t.statuses[stock.status]} />
        {stock.author_name !== null && <span lang="">{stock.author_name}</span>}
        <span>{t.providers[stock.provider]}</span>
        <When at={stock.created_at} now={now} words={t.savedAt} />
      </p>
      {stock.status === "pending" && <p class="quiet">{t.fetching}</p>}
      {stock.status === "failed" && <p class="failure">{failureText(stock.failure?.code)}</p>}
      {stock.memo !== null && (
        <p class="memo" lang="">
          {stock.memo}
        </p>
      )}
      <TagLinks tags={stock.tags} addressOf={tagAddress} />
    </>
  );
}
