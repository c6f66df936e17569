import { readingAddress } from "../bookmarks/bookmark-query.ts";
import { translations } from "../language/language.ts";
import type { ListQuery } from "../saved-items/list-query.ts";
import type { Neighbours } from "./neighbours.ts";
import { readingTexts } from "./reading-texts.ts";

/** The links to the texts before and after one in the list from which it was opened. */
export function NeighbourLinks({ query, neighbours }: { readonly query: ListQuery; readonly neighbours: Neighbours }) {
  const t = translations(readingTexts);
  // The shortcuts find them by their relation.
  const link = (which: "previous" | "next") => {
    const row = neighbours[which];
    if (!row?.item) return null;
    return (
      <a class={which} rel={which === "next" ? "next" : "prev"} href={readingAddress(row.key, query)}>
        <span class="quiet">{t[which]}</span> <span lang={row.item.language ?? ""}>{row.title}</span>
      </a>
    );
  };
  return (
    <nav class="neighbours" aria-label={t.neighbours}>
      {link("previous")}
      {link("next")}
    </nav>
  );
}
