import { Bell } from "lucide";
import { useEffect } from "preact/hooks";
import type { Notice } from "../../client/index.ts";
import { language, translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { Icon } from "../parts/icon.tsx";
import { countTexts } from "../parts/queries/count-texts.ts";
import { Paged } from "../parts/queries/paged.tsx";
import { usePagedQuery } from "../parts/queries/use-paged-query.ts";
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
  const pages = usePagedQuery<Notice, string>(
    `notices ${language.value}`,
    async (cursor, signal) => {
      const page = await client.notices.list(
        { language: language.value, ...(cursor === null ? {} : { cursor }) },
        { signal },
      );
      return { items: page.notices, next: page.next_cursor };
    },
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
      <Paged
        pages={pages}
        counted={translations(countTexts).notices}
        empty={<EmptyState picture={<Icon icon={Bell} />} text={t.none} />}
      >
        {(notices) => (
          <ul class="items" aria-label={title}>
            {notices.map((notice) => (
              <li key={notice.id}>
                <NoticeItem
                  notice={notice}
                  now={now}
                  isUnread={readNotices.isUnread(notice)}
                  onOpened={() => readNotices.markRead(notice)}
                />
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </Screen>
  );
}
