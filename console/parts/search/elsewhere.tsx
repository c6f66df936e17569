import { translations } from "../../language/language.ts";
import { addressWith } from "../address-with.ts";
import { searchTexts } from "./search-texts.ts";
import { useFoundItems } from "./use-found-items.ts";

/**
 * The same search in the collections where it may find something, for a list in which it has found nothing: this device
 * knows of how many bookmarks and decks, and of no books. Nothing without a search.
 */
export function Elsewhere({ q, withoutBooks = false }: { readonly q: string; readonly withoutBooks?: boolean }) {
  const t = translations(searchTexts);
  const bookmarks = useFoundItems(q, { type: "bookmark" });
  const decks = useFoundItems(q, { type: "stock" });
  if (q.trim() === "") return null;
  const counted = [
    ["bookmarks", bookmarks],
    ["slides", decks],
  ] as const;
  const places = counted.flatMap(([place, { items, isSearching }]) => {
    if (isSearching) return [[place, t.collections[place]] as const];
    return items.length === 0 ? [] : [[place, t.collectionWith(t.collections[place], items.length)] as const];
  });
  return (
    <p class="wrapping elsewhere">
      {t.elsewhere}{" "}
      {[...places, ...(withoutBooks ? [] : [["books", t.collections.books] as const])].map(([place, name]) => (
        <a key={place} class="button" href={addressWith(`/app/${place}`, { q })}>
          {name}
        </a>
      ))}
    </p>
  );
}
