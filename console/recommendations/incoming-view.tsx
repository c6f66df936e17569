import { MessageSquareHeart } from "lucide";
import { useLocation } from "preact-iso/router";
import type { IncomingRecommendation } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { focusAfter } from "../parts/focus/focus-next.ts";
import { Icon } from "../parts/icon.tsx";
import { countTexts } from "../parts/queries/count-texts.ts";
import { PagedList } from "../parts/queries/paged-list.tsx";
import { usePagedQuery } from "../parts/queries/use-paged-query.ts";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { addAddress } from "./addresses.ts";
import { BlockButton } from "./mentions/block-button.tsx";
import { mentionTexts } from "./mentions/mention-texts.ts";
import { SiteDetails } from "./site-details.tsx";
import { SiteHeading } from "./site-heading.tsx";

const LIMIT = 20;

/** The sites that recommend the owner's, the latest first. */
export function IncomingView() {
  const t = translations(mentionTexts);
  const { recommendations } = useSignedIn().library.client;
  const pages = usePagedQuery<IncomingRecommendation, number>(
    "incoming",
    async (page, signal) => {
      const { recommendations: sites, meta } = await recommendations.incoming(
        { page: page ?? 1, limit: LIMIT },
        { signal },
      );
      return { items: sites, next: meta.pagination.next, total: meta.pagination.total };
    },
    ({ id }) => id,
  );
  return (
    <PagedList
      label={t.incomingList}
      pages={pages}
      counted={translations(countTexts).sites}
      empty={<EmptyState picture={<Icon icon={MessageSquareHeart} />} text={t.noIncoming} />}
    >
      {(site) => <IncomingItem site={site} onBlocked={pages.reload} />}
    </PagedList>
  );
}

function IncomingItem({ site, onBlocked }: { readonly site: IncomingRecommendation; readonly onBlocked: () => void }) {
  const t = translations(mentionTexts);
  const { route } = useLocation();
  const id = `incoming-${site.id}`;
  return (
    <article aria-labelledby={id}>
      <SiteHeading id={id} title={site.title} url={site.url} icon={site.favicon} />
      <SiteDetails excerpt={site.excerpt} image={site.featured_image} />
      <div class="actions">
        {site.recommending_back ? (
          <span class="chip good">{t.recommendingBack}</span>
        ) : (
          <button type="button" aria-describedby={id} onClick={() => route(addAddress(site.url))}>
            {t.recommendBack}
          </button>
        )}
        <BlockButton
          url={site.url}
          heading={id}
          onBlocked={() => {
            focusAfter(id);
            onBlocked();
          }}
        />
      </div>
    </article>
  );
}
