import { ShieldCheck } from "lucide";
import type { BlockedHost } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { focusAfter } from "../../parts/focus/focus-next.ts";
import { Icon } from "../../parts/icon.tsx";
import { countTexts } from "../../parts/queries/count-texts.ts";
import { PagedList } from "../../parts/queries/paged-list.tsx";
import { useCursorQuery } from "../../parts/queries/use-paged-query.ts";
import { RunButton } from "../../parts/run-button.tsx";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { useNow } from "../../parts/use-now.ts";
import { When } from "../../parts/when.tsx";
import { notify } from "../../status/status.tsx";
import { recommendationTexts } from "../recommendation-texts.ts";
import { BlockHostForm } from "./block-host-form.tsx";
import { mentionTexts } from "./mention-texts.ts";

/** The hosts whose mentions are dropped, latest first. */
export function BlockedHostsView() {
  const t = translations(mentionTexts);
  const { mentions } = useSignedIn().library.client;
  const pages = useCursorQuery(
    "blocked hosts",
    "blocked_hosts",
    (at, signal) => mentions.blockedHosts(at, { signal }),
    ({ host }) => host,
  );
  return (
    <>
      <BlockHostForm onBlocked={pages.reload} />
      <PagedList
        label={translations(recommendationTexts).blockedHosts}
        pages={pages}
        counted={translations(countTexts).hosts}
        empty={<EmptyState picture={<Icon icon={ShieldCheck} />} text={t.noHosts} />}
      >
        {(blocked) => <BlockedHostItem blocked={blocked} onUnblocked={pages.reload} />}
      </PagedList>
    </>
  );
}

function BlockedHostItem({
  blocked,
  onUnblocked,
}: {
  readonly blocked: BlockedHost;
  readonly onUnblocked: () => void;
}) {
  const t = translations(mentionTexts);
  const { mentions } = useSignedIn().library.client;
  const now = useNow();
  const { host, blocked_at: blockedAt } = blocked;
  const id = `blocked-${host}`;
  const unblock = async () => {
    await mentions.unblock(host);
    focusAfter(id);
    onUnblocked();
    notify(t.unblocked(host));
  };
  return (
    <article aria-labelledby={id}>
      <h2 id={id}>{host}</h2>
      <p class="facts">
        <When at={blockedAt} now={now} words={t.blockedSince} />
      </p>
      <div class="actions">
        <RunButton act={unblock} aria-describedby={id}>
          {t.unblock}
        </RunButton>
      </div>
    </article>
  );
}
