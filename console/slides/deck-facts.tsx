import type { Stock } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { StatusChip } from "../parts/status-chip.tsx";
import { TagLinks } from "../parts/tags/tag-links.tsx";
import { useNow } from "../parts/use-now.ts";
import { When } from "../parts/when.tsx";
import { tagAddress } from "./deck-query.ts";
import { failureText, TONES } from "./deck-words.ts";
import { slidesTexts } from "./slides-texts.ts";

/** The facts of a deck except its title: status, author, site, age; its memo and tags; and why its fetch has failed. */
export function DeckFacts({ stock }: { readonly stock: Stock }) {
  const t = translations(slidesTexts);
  const now = useNow();
  return (
    <>
      <p class="facts">
        <DeckStatus status={stock.status} />
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

/** The state of a deck, as text; `ready` is for screen readers only. */
export function DeckStatus({ status }: Pick<Stock, "status">) {
  const text = translations(slidesTexts).statuses[status];
  return status === "ready" ? (
    <span class="visually-hidden">{text}</span>
  ) : (
    <StatusChip text={text} tone={TONES[status]} />
  );
}
