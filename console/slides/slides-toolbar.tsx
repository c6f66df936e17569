import { PROVIDERS } from "../../lambdas/slides/providers.ts";
import { translations } from "../language/language.ts";
import { Filters } from "../parts/filters.tsx";
import { Choice } from "../parts/forms/choice.tsx";
import { TagFilter } from "../parts/tags/tag-filter.tsx";
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
  return (
    <Filters used={[...query.tags, query.status, query.provider].filter(Boolean).length}>
      <Choice
        label={t.status}
        value={query.status}
        choices={[["", t.any], ...STATUSES.map((status) => [status, t[status]] as const)]}
        onChoose={(status) => onChange({ status })}
      />
      <Choice
        label={t.provider}
        value={query.provider}
        choices={[["", t.any], ...PROVIDERS.map((provider) => [provider, t.providers[provider]] as const)]}
        onChoose={(provider) => onChange({ provider })}
      />
      <TagFilter type="stock" tags={query.tags} onChange={(tags) => onChange({ tags })} />
    </Filters>
  );
}
