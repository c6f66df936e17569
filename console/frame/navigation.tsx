import type { IconNode } from "lucide";
import {
  Activity,
  Bell,
  Bookmark,
  BookOpen,
  CloudUpload,
  Ellipsis,
  Heart,
  Presentation,
  Settings,
  TrendingUp,
} from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { unreadCount } from "../notices/unread-count.ts";
import { Badge } from "../parts/badge.tsx";
import { Icon } from "../parts/icon.tsx";
import { useQuery } from "../parts/queries/use-query.ts";
import { shellTexts } from "../shell/shell-texts.ts";
import { useNewestNotices } from "./use-newest-notices.ts";

const FURTHER = "further-places";
const UNREAD = "unread-notices";

/**
 * The links to the screens, and how many items wait to be sent: at the side of a wide window, and at the bottom of a narrow
 * one, where less frequent ones are behind the fifth place.
 */
export function Navigation() {
  const t = translations(shellTexts);
  const { path } = useLocation();
  // Both are of bookmarks, and lead back to them.
  const place = path.replace(/^\/app\/(tags|share)$/, "/app/bookmarks/");
  const { person, library } = useSignedIn();
  const further = useRef<HTMLUListElement>(null);
  const { waiting, failed } = library.waiting.value;
  const held = waiting.length + failed.length;
  useNewestNotices();
  // They come after the list, and not at all where they can't be loaded.
  const { value: tags } = useQuery("tags beside the screens", () => import("../parts/tags/side-tags.tsx"));
  const unread = unreadCount(library.readNotices);
  // A link of the page's own leaves the popover open.
  useEffect(() => further.current?.hidePopover?.(), [path]);
  const link = (to: string, icon: IconNode, label: string, badge: string | null = null) => (
    <li>
      <a
        href={to}
        aria-current={path === to ? "page" : place.startsWith(`${to}/`) || undefined}
        aria-describedby={badge === null ? undefined : UNREAD}
      >
        <Icon icon={icon} />
        {label}
        {badge !== null && <Badge count={badge} />}
      </a>
    </li>
  );
  return (
    <header class="side">
      <span class="brand" aria-hidden="true">
        <img src="/app/icons/magpie.svg" alt="" width="28" height="28" />
        Magpie
      </span>
      <nav aria-label={t.main}>
        <ul class="places">
          {link("/app/bookmarks", Bookmark, t.bookmarks)}
          {link("/app/slides", Presentation, t.slides)}
          {link("/app/books", BookOpen, t.books)}
          {link("/app/prices", TrendingUp, t.prices)}
          <li class="more-places">
            <button
              type="button"
              popovertarget={FURTHER}
              aria-current={/^\/app\/(recommendations|notices|operations|waiting|settings)\b/.test(path) || undefined}
              aria-describedby={unread === null ? undefined : UNREAD}
            >
              <Icon icon={Ellipsis} />
              {t.morePlaces}
              {unread !== null && <Badge count={unread} />}
            </button>
          </li>
        </ul>
        <ul class="places further" id={FURTHER} ref={further} popover="auto">
          {link("/app/recommendations", Heart, t.recommendations)}
          {link("/app/notices", Bell, t.notices, unread)}
          {person.isAdmin && link("/app/operations", Activity, t.operations)}
          {(held > 0 || path === "/app/waiting") && link("/app/waiting", CloudUpload, t.waiting(count(held)))}
          {link("/app/settings", Settings, t.settings)}
        </ul>
        {unread !== null && (
          <span id={UNREAD} hidden>
            {t.unreadNotices(unread)}
          </span>
        )}
      </nav>
      {tags !== null && <tags.SideTags />}
    </header>
  );
}
