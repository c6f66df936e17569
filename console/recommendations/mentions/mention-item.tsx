import { useRef } from "preact/hooks";
import type { Mention } from "../../../client/index.ts";
import { moment } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { focusNext } from "../../parts/focus-next.ts";
import { hostOf } from "../../parts/host-of.ts";
import { SafeLink } from "../../parts/safe-link.tsx";
import { StatusChip } from "../../parts/status-chip.tsx";
import { SiteHeading } from "../site-heading.tsx";
import { BlockButton } from "./block-button.tsx";
import { mentionTexts } from "./mention-texts.ts";

const TONES = { new: "plain", verified: "good", gone: "warn" } as const;

/** A mention: a page or a list of another site that links to a page of the owner's. */
export function MentionItem({ mention, onBlocked }: { readonly mention: Mention; readonly onBlocked: () => void }) {
  const t = translations(mentionTexts);
  const article = useRef<HTMLElement>(null);
  const { source, target, kind, status, title, first_seen_at: firstSeenAt, last_verified_at: lastVerifiedAt } = mention;
  const id = `mention-${mention.id}`;
  return (
    <article aria-labelledby={id} ref={article}>
      <SiteHeading id={id} title={title ?? hostOf(source)} url={source} icon={null} />
      <p>
        {t.target}{" "}
        <SafeLink url={target} describedBy={id}>
          {target}
        </SafeLink>
      </p>
      <p class="facts">
        <StatusChip text={t.kinds[kind]} tone="plain" />
        <StatusChip text={t.statuses[status]} tone={TONES[status]} />
        <time dateTime={firstSeenAt}>{t.firstSeen(moment(firstSeenAt))}</time>
        {lastVerifiedAt !== null && <time dateTime={lastVerifiedAt}>{t.lastVerified(moment(lastVerifiedAt))}</time>}
      </p>
      <div class="actions">
        <BlockButton
          url={source}
          heading={id}
          onBlocked={() => {
            focusNext(article.current);
            onBlocked();
          }}
        />
      </div>
    </article>
  );
}
