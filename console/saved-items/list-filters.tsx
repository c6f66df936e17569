import { translations } from "../language/language.ts";
import { Filters } from "../parts/forms/filters.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { TagFilter } from "../parts/tags/tag-filter.tsx";
import { withoutTag } from "../parts/tags/tag-list.ts";
import type { ItemType } from "./item-row.ts";
import type { ListKind } from "./list-kind.ts";
import type { ListQuery } from "./list-query.ts";

/** The filters of a list. */
export function ListFilters<Type extends ItemType>({
  kind: { type, words },
  query,
  onChange,
}: {
  readonly kind: ListKind<Type>;
  readonly query: ListQuery;
  readonly onChange: (changes: Partial<ListQuery>) => void;
}) {
  const t = translations(partTexts);
  const { statuses, providers } = words();
  const onTags = (tags: readonly string[]) => onChange({ tags });
  const choice = (label: string, field: "status" | "provider", names: Readonly<Record<string, string>>) => ({
    label,
    value: query[field],
    names,
    onChoose: (value: string) => onChange({ [field]: value }),
  });
  return (
    <Filters
      choices={[
        choice(t.status, "status", statuses),
        ...(providers === undefined ? [] : [choice(t.site, "provider", providers)]),
      ]}
      named={query.tags.map((tag) => ({ name: tag, onRemove: () => onTags(withoutTag(query.tags, tag)) }))}
    >
      <TagFilter type={type} tags={query.tags} onChange={onTags} />
    </Filters>
  );
}
