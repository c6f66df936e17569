import { Megaphone, Pencil } from "lucide";
import { useState } from "preact/hooks";
import type { Recommendation } from "../../client/index.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { DeleteButton } from "../parts/delete-button.tsx";
import { focusAfter } from "../parts/focus/focus-next.ts";
import { useAskedDeletion } from "../parts/forms/use-asked.tsx";
import { Icon } from "../parts/icon.tsx";
import { ActionName, ItemActions } from "../parts/item-actions.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { When } from "../parts/when.tsx";
import { notify } from "../status/status.tsx";
import { DeliveriesOf } from "./deliveries/deliveries-of.tsx";
import { EditRecommendation } from "./edit-recommendation.tsx";
import { recommendationTexts } from "./recommendation-texts.ts";
import { SiteDetails } from "./site-details.tsx";
import { SiteHeading } from "./site-heading.tsx";

/** A recommendation, and whether its site has not answered when it was notified. */
export type ShownRecommendation = Recommendation & { readonly isUnreached: boolean };

/** A recommended site as its readers see it; for administrators with its counts, its deliveries, and what they can do about it. */
export function RecommendationItem({
  recommendation,
  onChange,
}: {
  readonly recommendation: ShownRecommendation;
  /** The list must be read again. */
  readonly onChange: () => void;
}) {
  const t = translations(recommendationTexts);
  const { person } = useSignedIn();
  const id = `recommendation-${recommendation.id}`;
  const {
    title,
    url,
    description,
    excerpt,
    favicon,
    featured_image,
    one_click_subscribe,
    created_at,
    count: counts,
    isUnreached,
  } = recommendation;
  return (
    <article class="site" aria-labelledby={id}>
      <SiteHeading id={id} title={title} url={url} icon={favicon} />
      {description !== null && <p lang="">{description}</p>}
      <SiteDetails excerpt={excerpt} image={featured_image} />
      <p class="facts">
        <When at={created_at} isDay words={t.since} />
        {counts?.clicks !== undefined && <span>{t.clicks(count(counts.clicks))}</span>}
        {counts?.subscribers !== undefined && <span>{t.subscribers(count(counts.subscribers))}</span>}
        {isUnreached && <span class="chip bad">{t.unreached}</span>}
        {one_click_subscribe && <span class="chip">{t.oneClick}</span>}
      </p>
      {person.isAdmin && (
        <Actions
          recommendation={recommendation}
          heading={id}
          onChange={onChange}
          onDeleted={() => {
            focusAfter(id);
            onChange();
          }}
        />
      )}
    </article>
  );
}

function Actions({
  recommendation,
  heading,
  onChange,
  onDeleted,
}: {
  readonly recommendation: Recommendation;
  readonly heading: string;
  readonly onChange: () => void;
  readonly onDeleted: () => void;
}) {
  const t = translations(recommendationTexts);
  const { recommendations } = useSignedIn().library.client;
  const [isEditing, setEditing] = useState(false);
  const [announcements, setAnnouncements] = useState(0);
  const [showsDeliveries, setShowsDeliveries] = useState(false);
  const { id, title } = recommendation;
  const deletion = useAskedDeletion({ title: t.deleteTitle(title), text: t.deleteText }, async () => {
    await recommendations.delete(id);
    onDeleted();
    notify(t.deleted(title));
  });
  const announce = useMutation(async () => {
    await recommendations.announce(id);
    setAnnouncements((made) => made + 1);
    setShowsDeliveries(true);
    notify(t.announced(title));
  });
  return (
    <>
      <ItemActions name={title}>
        <button type="button" aria-describedby={heading} onClick={() => setEditing(true)}>
          <Icon icon={Pencil} />
          <ActionName>{translations(partTexts).edit}</ActionName>
        </button>
        <button type="button" aria-describedby={heading} aria-disabled={announce.isBusy} onClick={announce.run}>
          <Icon icon={Megaphone} />
          <ActionName>{t.announceAgain}</ActionName>
        </button>
        <DeleteButton describedBy={heading} isBusy={deletion.isBusy} onDelete={deletion.ask} />
      </ItemActions>
      <details open={showsDeliveries} onToggle={(event) => setShowsDeliveries(event.currentTarget.open)}>
        <summary aria-describedby={heading}>{t.deliveries}</summary>
        {showsDeliveries && <DeliveriesOf id={id} announcements={announcements} />}
      </details>
      {isEditing && (
        <EditRecommendation recommendation={recommendation} onSaved={onChange} onClose={() => setEditing(false)} />
      )}
      {deletion.dialog}
    </>
  );
}
