import { translations } from "../language/language.ts";
import { Filters } from "../parts/forms/filters.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { TagFilter } from "../parts/tags/tag-filter.tsx";
import { withoutTag } from "../parts/tags/tag-list.ts";
import type { BookmarkQuery } from "./bookmark-query.ts";
import { STATUSES } from "./bookmark-query.ts";
import { bookmarkTexts } from "./bookmark-texts.ts";

/** The filters of the list. */
export function BookmarkFilters({
  query,
  onChange,
}: {
  readonly query: BookmarkQuery;
  readonly onChange: (changes: Partial<BookmarkQuery>) => void;
}) {
  const t = translations(bookmarkTexts);
  const choices = [["", t.anyStatus] as const, ...STATUSES.map((status) => [status, t.statuses[status]] as const)];
  const onTags = (tags: readonly string[]) => onChange({ tags });
  return (
    <Filters
      choices={[
        {
          label: translations(partTexts).status,
          value: query.status ?? "",
          choices,
          onChoose: (status) => onChange({ status: STATUSES.find((each) => each === status) ?? null }),
        },
      ]}
      named={query.tags.map((tag) => ({ name: tag, onRemove: () => onTags(withoutTag(query.tags, tag)) }))}
    >
      <TagFilter type="bookmark" tags={query.tags} onChange={onTags} />
    </Filters>
  );
}
