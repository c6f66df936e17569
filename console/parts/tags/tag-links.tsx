import { translations } from "../../language/language.ts";
import { tagTexts } from "./tag-texts.ts";

/** The tags of an item; each is a link to all items of its kind with the tag. */
export function TagLinks({
  tags,
  addressOf,
}: {
  readonly tags: readonly string[];
  readonly addressOf: (tag: string) => string;
}) {
  if (tags.length === 0) return null;
  return (
    <ul class="tags" aria-label={translations(tagTexts).tags}>
      {tags.map((tag) => (
        <li key={tag}>
          <a class="tag" href={addressOf(tag)} lang="">
            {tag}
          </a>
        </li>
      ))}
    </ul>
  );
}
