import { Bell } from "lucide";
import { useEffect } from "preact/hooks";
import { language, translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { Icon } from "../parts/icon.tsx";
import { countTexts } from "../parts/queries/count-texts.ts";
import { PagedList } from "../parts/queries/paged-list.tsx";
import { useCursorQuery } from "../parts/queries/use-paged-query.ts";
import { usePolling } from "../parts/queries/use-polling.ts";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { useNow } from "../parts/use-now.ts";
import { Screen } from "../shell/screen.tsx";
import { shellTexts } from "../shell/shell-texts.ts";
import { notify } from "../status/status.tsx";
import { NoticeItem } from "./notice-item.tsx";
import { noticeTexts } from "./notice-texts.ts";

const EVERY_MS = 60_000;

/** The notices, newest first, in the reader's language. */
export function NoticesScreen() {
  const t = translations(noticeTexts);
  const title = translations(shellTexts).notices;
  const { client, readNotices } = useSignedIn().library;
  const now = useNow();
  const pages = useCursorQuery(
    `notices ${language.value}`,
    "notices",
    (at, signal) => client.notices.list({ language: language.value, ...at }, { signal }),
    ({ id }) => id,
  );
  usePolling(EVERY_MS, pages);
  const { items, hasMore } = pages;
  const hasUnread = items !== null && readNotices.unread.value > 0;
  useEffect(() => {
    if (items !== null) readNotices.setNewest({ notices: items, hasMore });
  }, [items, hasMore, readNotices]);
  return (
    <Screen
      title={title}
      actions={
        <button
          type="button"
          aria-disabled={!hasUnread}
          onClick={() => {
            if (!hasUnread) return;
            readNotices.markAllRead();
            notify(t.allRead);
          }}
        >
          {t.markAllRead}
        </button>
      }
    >
      <PagedList
        label={title}
        pages={pages}
        counted={translations(countTexts).notices}
        empty={<EmptyState picture={<Icon icon={Bell} />} text={t.none} />}
      >
        {(notice) => (
          <NoticeItem
            notice={notice}
            now={now}
            isUnread={readNotices.isUnread(notice)}
            onOpened={() => readNotices.markRead(notice)}
          />
        )}
      </PagedList>
    </Screen>
  );
}
