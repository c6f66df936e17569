import { CircleAlert, Copy, Tag } from "lucide";
import { LIST as BOOKMARKS } from "../bookmarks/bookmark-query.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { useFoundItems } from "../parts/search/use-found-items.ts";
import { queryAddress } from "../saved-items/list-query.ts";
import { LIST as DECKS } from "../slides/deck-query.ts";
import { tagsTexts } from "./tags-texts.ts";

/** Lists of items by a search. */
const LISTS = [
  { name: "untaggedBookmarks", type: "bookmark", q: "is:untagged", icon: Tag },
  { name: "duplicates", type: "bookmark", q: "is:duplicate", icon: Copy },
  { name: "failedBookmarks", type: "bookmark", q: "is:failed", icon: CircleAlert },
  { name: "untaggedDecks", type: "stock", q: "is:untagged", icon: Tag },
  { name: "failedDecks", type: "stock", q: "is:failed", icon: CircleAlert },
] as const;

/** Links to what is worth tidying besides tags, each with its number on this device, in one row, which has its height always. */
export function TidyLinks({ isKnown }: { readonly isKnown: boolean }) {
  return (
    <nav aria-label={translations(tagsTexts).tidy}>
      <ul class="tidy">{isKnown && LISTS.map((list) => <TidyLink key={list.name} list={list} />)}</ul>
    </nav>
  );
}

/** Nothing for a list without items. */
function TidyLink({ list: { name, type, q, icon } }: { readonly list: (typeof LISTS)[number] }) {
  const { items } = useFoundItems(q, { type });
  if (items.length === 0) return null;
  return (
    <li>
      <a class="button" href={queryAddress(type === "bookmark" ? BOOKMARKS : DECKS, { q })}>
        <Icon icon={icon} />
        <span>{translations(tagsTexts).tidyLists[name]}</span> <strong>{count(items.length)}</strong>
      </a>
    </li>
  );
}
