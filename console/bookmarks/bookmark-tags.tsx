import { said } from "../language/language.ts";
import { queryAddress } from "./bookmark-query.ts";
import { bookmarkTexts } from "./bookmark-texts.ts";

/** The tags of a bookmark; each is a link to all bookmarks with it. */
export function BookmarkTags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul class="tags" aria-label={said(bookmarkTexts).tags}>
      {tags.map((tag) => (
        <li key={tag}>
          <a class="tag" href={queryAddress({ q: "", tags: [tag], status: null })} lang="">
            {tag}
          </a>
        </li>
      ))}
    </ul>
  );
}
