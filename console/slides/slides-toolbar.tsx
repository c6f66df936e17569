import { PROVIDERS } from "../../lambdas/slides/providers.ts";
import { translations } from "../language/language.ts";
import { Filters } from "../parts/forms/filters.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { TagFilter } from "../parts/tags/tag-filter.tsx";
import { withoutTag } from "../parts/tags/tag-list.ts";
import type { DeckQuery } from "./deck-query.ts";
import { STATUSES } from "./deck-query.ts";
import { slidesTexts } from "./slides-texts.ts";

/** The filters of the list. */
export function SlidesToolbar({
  query,
  onChange,
}: {
  readonly query: DeckQuery;
  readonly onChange: (changes: Partial<DeckQuery>) => void;
}) {
  const t = translations(slidesTexts);
  const onTags = (tags: readonly string[]) => onChange({ tags });
  return (
    <Filters
      choices={[
        {
          label: translations(partTexts).status,
          value: query.status,
          choices: [["", translations(partTexts).all], ...STATUSES.map((status) => [status, t[status]] as const)],
          onChoose: (status: DeckQuery["status"]) => onChange({ status }),
        },
        {
          label: translations(partTexts).site,
          value: query.provider,
          choices: [
            ["", translations(partTexts).all],
            ...PROVIDERS.map((provider) => [provider, t.providers[provider]] as const),
          ],
          onChoose: (provider: DeckQuery["provider"]) => onChange({ provider }),
        },
      ]}
      named={query.tags.map((tag) => ({ name: tag, onRemove: () => onTags(withoutTag(query.tags, tag)) }))}
    >
      <TagFilter type="stock" tags={query.tags} onChange={onTags} />
    </Filters>
  );
}
