import { translations } from "../language/language.ts";
import { Filters } from "../parts/filters.tsx";
import { Choice } from "../parts/forms/choice.tsx";
import { TagFilter } from "../parts/tags/tag-filter.tsx";
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
  const statuses = STATUSES.map((status) => [status, t.statuses[status]] as const);
  return (
    <Filters used={query.tags.length + (query.status === null ? 0 : 1)}>
      <Choice
        label={t.status}
        value={query.status ?? ""}
        choices={[["", t.anyStatus], ...statuses]}
        onChoose={(status) => onChange({ status: status === "" ? null : status })}
      />
      <TagFilter type="bookmark" tags={query.tags} onChange={(tags) => onChange({ tags })} />
    </Filters>
  );
}
