import { Link } from "lucide";
import { useLocation } from "preact-iso/router";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { addressWith } from "../../parts/address-with.ts";
import { Filters } from "../../parts/forms/filters.tsx";
import { knownValue } from "../../parts/forms/known-value.ts";
import { Icon } from "../../parts/icon.tsx";
import { partTexts } from "../../parts/part-texts.ts";
import { countTexts } from "../../parts/queries/count-texts.ts";
import { PagedList } from "../../parts/queries/paged-list.tsx";
import { useCursorQuery } from "../../parts/queries/use-paged-query.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { NoneFound } from "../../parts/states/none-found.tsx";
import { LISTS } from "../addresses.ts";
import { recommendationTexts } from "../recommendation-texts.ts";
import { MentionItem } from "./mention-item.tsx";
import { mentionTexts } from "./mention-texts.ts";

/** The pages and lists of other sites that link to the owner's, newest first, by kind and status, hidden ones or the others. */
export function MentionsView() {
  const t = translations(mentionTexts);
  const { mentions } = useSignedIn().library.client;
  const { query, route } = useLocation();
  const kind = knownValue(t.kinds, query.kind);
  const status = knownValue(t.statuses, query.status);
  const hidden = knownValue(t.moderated, query.hidden);
  const choose = (chosen: Readonly<Record<string, string>>) =>
    route(addressWith(LISTS.mentions, { kind, status, hidden, ...chosen }));
  const pages = useCursorQuery(
    `mentions ${kind} ${status} ${hidden}`,
    "mentions",
    (at, signal) =>
      mentions.list(
        {
          ...(kind === "" ? {} : { kind }),
          ...(status === "" ? {} : { status }),
          ...(hidden === "" ? {} : { hidden: hidden === "yes" }),
          ...at,
        },
        { signal },
      ),
    ({ id }) => id,
  );
  const used = [kind, status, hidden].filter(Boolean).length;
  return (
    <PagedList
      label={translations(recommendationTexts).mentions}
      pages={pages}
      counted={translations(countTexts).mentions}
      tools={
        <Filters
          choices={[
            {
              label: t.kind,
              value: kind,
              names: t.kinds,
              onChoose: (chosen) => choose({ kind: chosen }),
            },
            {
              label: translations(partTexts).status,
              value: status,
              names: t.statuses,
              onChoose: (chosen) => choose({ status: chosen }),
            },
            {
              label: t.moderation,
              value: hidden,
              names: t.moderated,
              onChoose: (chosen) => choose({ hidden: chosen }),
            },
          ]}
        />
      }
      empty={
        used === 0 ? (
          <EmptyState picture={<Icon icon={Link} />} text={t.noMentions} />
        ) : (
          <NoneFound text={t.noMentionsOfKind} onShowAll={() => route(LISTS.mentions)} />
        )
      }
    >
      {(mention) => <MentionItem mention={mention} leaves={hidden !== ""} onChange={pages.reload} />}
    </PagedList>
  );
}
