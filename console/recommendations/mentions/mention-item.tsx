import type { Mention } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { focusAfter } from "../../parts/focus/focus-next.ts";
import { hostOf } from "../../parts/host-of.ts";
import { RunButton } from "../../parts/run-button.tsx";
import { SafeLink } from "../../parts/safe-link.tsx";
import { StatusChip } from "../../parts/status-chip.tsx";
import { useNow } from "../../parts/use-now.ts";
import { When } from "../../parts/when.tsx";
import { notify } from "../../status/status.tsx";
import { SiteHeading } from "../site-heading.tsx";
import { BlockButton } from "./block-button.tsx";
import { mentionTexts } from "./mention-texts.ts";

const TONES = { new: "plain", verified: "good", gone: "warn" } as const;

/** A mention: a page or a list of another site that links to a page of the owner's. */
export function MentionItem({
  mention,
  leaves,
  onChange,
}: {
  readonly mention: Mention;
  /** Whether it leaves the list when it is hidden or shown. */
  readonly leaves: boolean;
  /** The list must be read again. */
  readonly onChange: () => void;
}) {
  const t = translations(mentionTexts);
  const { mentions } = useSignedIn().library.client;
  const now = useNow();
  const {
    source,
    target,
    kind,
    status,
    hidden,
    title,
    first_seen_at: firstSeenAt,
    last_verified_at: lastVerifiedAt,
  } = mention;
  const id = `mention-${mention.id}`;
  const name = title ?? hostOf(source);
  const moderate = async () => {
    await mentions.update(mention.id, { hidden: !hidden });
    if (leaves) focusAfter(id);
    onChange();
    notify(hidden ? t.nowShown(name) : t.nowHidden(name));
  };
  return (
    <article aria-labelledby={id}>
      <SiteHeading id={id} title={name} url={source} icon={null} />
      <p>
        {t.target}{" "}
        <SafeLink url={target} describedBy={id}>
          {target}
        </SafeLink>
      </p>
      <p class="facts">
        <StatusChip text={t.kinds[kind]} tone="plain" />
        <StatusChip text={t.statuses[status]} tone={TONES[status]} />
        {hidden && <StatusChip text={t.moderated.yes} tone="plain" />}
        <When at={firstSeenAt} now={now} words={t.firstSeen} />
        {lastVerifiedAt !== null && <When at={lastVerifiedAt} now={now} words={t.lastVerified} />}
      </p>
      <div class="actions">
        <RunButton act={moderate} aria-describedby={id}>
          {hidden ? t.show : t.hide}
        </RunButton>
        <BlockButton
          url={source}
          heading={id}
          onBlocked={() => {
            focusAfter(id);
            onChange();
          }}
        />
      </div>
    </article>
  );
}
