import { useId } from "preact/hooks";
import { translations } from "../language/language.ts";
import { deckError } from "../parts/deck-error.ts";
import { hostOf } from "../parts/host-of.ts";
import { readableAddress } from "../parts/readable-address.ts";
import { SafeLink } from "../parts/safe-link.tsx";
import { TagLinks } from "../parts/tags/tag-links.tsx";
import { When } from "../parts/when.tsx";
import { ItemArticle } from "../saved-items/item-article.tsx";
import { ItemStatus } from "../saved-items/item-status.tsx";
import type { ItemProps } from "../saved-items/list-kind.ts";
import { DeckPicture } from "./deck-picture.tsx";
import { deckAddress, tagAddress } from "./deck-query.ts";
import { failureText } from "./deck-words.ts";
import { slidesTexts } from "./slides-texts.ts";

/** A deck of the list. */
export function DeckItem(props: ItemProps<"stock">) {
  const t = translations(slidesTexts);
  const { row, query, today } = props;
  const heading = useId();
  const { item, url, note, tags } = row;
  return (
    <ItemArticle
      {...props}
      heading={heading}
      address={(id) => deckAddress(id, query)}
      language=""
      before={<DeckPicture page={url} url={item?.thumbnail_url ?? null} />}
      facts={
        <>
          {item !== null && <ItemStatus status={item.status} text={t.statuses[item.status]} />}
          {item?.status === "failed" && <span class="failure">{failureText(item.failure?.code)}</span>}
          <SafeLink url={url} describedBy={heading}>
            {item === null ? hostOf(url) : t.providers[item.provider]}
          </SafeLink>
          <When at={row.savedAt} now={today} isDay />
          {item?.author_name != null && <span lang="">{item.author_name}</span>}
          <TagLinks tags={tags} addressOf={tagAddress} />
          {note !== "" && (
            <span class="memo" lang="">
              {note}
            </span>
          )}
        </>
      }
      searched={[note, tags.join(" · "), item?.author_name, readableAddress(item?.original_url ?? url)]}
      refusalText={deckError}
    />
  );
}
