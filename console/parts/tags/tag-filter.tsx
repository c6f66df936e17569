import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { knownTags } from "./known-tags.ts";
import { LaterTagInput } from "./later-tag-input.tsx";
import { tagTexts } from "./tag-texts.ts";

/** The filter of a list by tags. It suggests the tags of the items that are listed. */
export function TagFilter({
  type,
  tags,
  onChange,
}: {
  readonly type: "bookmark" | "stock";
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}) {
  const { library } = useSignedIn();
  return (
    <div class="grow">
      <LaterTagInput
        label={translations(tagTexts).filter}
        tags={tags}
        known={() => knownTags(library, { type })}
        onChange={onChange}
      />
    </div>
  );
}
