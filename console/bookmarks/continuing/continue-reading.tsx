import { useId, useMemo } from "preact/hooks";
import type { SyncedItem } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { titleOf } from "../../saved-items/item-row.ts";
import { readingAddress } from "../bookmark-query.ts";
import { bookmarkTexts } from "../bookmark-texts.ts";
import { begunTexts } from "./begun-texts.ts";

/** The texts that a person has begun on any device, with how much is left; nothing where there is none. */
export function ContinueReading({ items }: { readonly items: readonly SyncedItem[] }) {
  const t = translations(bookmarkTexts);
  const heading = useId();
  const begun = useMemo(() => begunTexts(items), [items]);
  if (begun.length === 0) return null;
  return (
    <section class="begun" aria-labelledby={heading}>
      <h2 id={heading}>{t.continueReading}</h2>
      <ul class="plain">
        {begun.map(({ item, left }) => (
          <li key={item.id}>
            <a href={readingAddress(item.id, {})} lang={item.language ?? ""}>
              {titleOf(item)}
            </a>
            <span class="quiet">{t.left(left)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
