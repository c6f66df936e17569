import { count } from "../language/format.ts";
import type { ReadNotices } from "../library/read-notices.ts";

/** How many notices are unread, e.g. `3`, or `20+` when only so many were listed; null for none. */
export function unreadCount(notices: ReadNotices): string | null {
  const unread = notices.unread.value;
  if (unread === 0) return null;
  return notices.hasMoreUnread ? `${count(unread)}+` : count(unread);
}
