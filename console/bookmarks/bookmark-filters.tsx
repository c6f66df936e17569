import { translations } from "../language/language.ts";
import { Choice } from "../parts/forms/choice.tsx";
import { SearchBox } from "../parts/forms/search-box.tsx";
import { TagFilter } from "../parts/tags/tag-filter.tsx";
import type { BookmarkQuery } from "./bookmark-query.ts";
import { STATUSES } from "./bookmark-query.ts";
import { bookmarkTexts } from "./bookmark-texts.ts";

/** The search box and the filters of the list. */
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
    <search class="toolbar">
      <div class="grow">
        <SearchBox label={t.search} value={query.q} onSearch={(q) => onChange({ q })} />
      </div>
      <Choice
        label={t.status}
        value={query.status ?? ""}
        choices={[["", t.anyStatus], ...statuses]}
        onChoose={(status) => onChange({ status: status === "" ? null : status })}
      />
      <TagFilter type="bookmark" tags={query.tags} onChange={(tags) => onChange({ tags })} />
    </search>
  );
}
