import type { NoticeItem } from "../../../lambdas/shared/notices/notice-item.ts";
import type { ChannelName } from "../../../lambdas/shared/notices/notice-kind.ts";
import { CHANNELS } from "../../../lambdas/shared/notices/notice-kind.ts";
import type { AnnouncementLog } from "./announcement-log.ts";
import { asListed } from "./announcement-log.ts";
import type { Attempt, Channels } from "./channels.ts";

/** A stored notice, or a stored digest of a kind and day, which has neither title nor time. */
export type StoredSending = Pick<NoticeItem, "pk" | "sk"> &
  Partial<NoticeItem> & { readonly sent?: ReadonlySet<string> };

/** A line of the log that says that a notice may not have arrived. */
export interface Undelivered {
  readonly notice: string;
  readonly channel: ChannelName;
}

/** What a history knows at its end. */
export interface EndOfSending {
  readonly channels: Channels;
  readonly announcements: AnnouncementLog;
  readonly items: readonly StoredSending[];
  readonly undelivered: readonly Undelivered[];
  /** Whether a run had a fault, or a long time passed in its step. */
  readonly wasTroubled: boolean;
}

const SENT_PER_DAY = 10;
const WORDS = {
  price: "prices",
  books: "new books",
  search_failing: "failing searches",
  mention: "new recommendations",
};

/** @throws Error if something was told twice, wrongly, to nobody, or not at all without a line of the log */
export function judgeSending(end: EndOfSending): void {
  const { channels, announcements, items } = end;
  if (channels.strange.length > 0) throw new Error(`Strange requests: ${channels.strange.join("\n")}`);
  judgeAttempts(end);
  for (const item of items) {
    if (item.pending_partition !== undefined) throw wrong("It is never over", item, []);
    if (item.created_at !== undefined) judgeNotice(item, announcements, end);
    else if (item.pk === "days") judgeDigest(item, end);
  }
}

/** Every attempt is about what was made, and only the last one of a channel may have been accepted. */
function judgeAttempts({ channels: { attempts }, announcements }: EndOfSending): void {
  for (const attempt of attempts) {
    const before = attempts.slice(0, attempts.indexOf(attempt));
    const earlier = before.find((other) => isSame(other, attempt) && other.end !== "refused");
    if (earlier !== undefined) throw new Error(`It was sent twice: ${JSON.stringify([earlier, attempt])}`);
    if (isDigest(attempt)) continue;
    const { notice } = announcements.titled(attempt.title);
    if (attempt.posted !== null && JSON.stringify(attempt.posted) !== JSON.stringify(asListed(notice)))
      throw new Error(`It was posted otherwise than it was made: ${JSON.stringify([attempt, notice])}`);
    if (!attempt.text.includes(notice.body)) throw new Error(`A text is missing: ${JSON.stringify(attempt)}`);
  }
}

function judgeNotice(item: StoredSending, announcements: AnnouncementLog, end: EndOfSending): void {
  const { notice } = announcements.titled(item.title ?? "");
  const own = end.channels.attempts.filter(({ title }) => title === notice.title);
  if (item.digest === undefined) {
    for (const channel of CHANNELS) judgeChannel(channel, item, own, Date.parse(notice.createdAt), end);
    return;
  }
  if (own.length > 0) throw wrong("It was sent, and is left to a digest", item, own);
  const digest = end.items.find(({ pk, sk }) => pk === "days" && sk === item.digest);
  if (digest === undefined) throw wrong("Its digest is missing", item, own);
}

/** A digest names all notices that are left to it. */
function judgeDigest(item: StoredSending, end: EndOfSending): void {
  if ((item.sent?.size ?? 0) > SENT_PER_DAY) throw wrong("Too many were sent on a day", item, []);
  const named = end.items.filter(({ digest }) => digest === item.sk);
  const [kind, day] = item.sk.split("#");
  const own = end.channels.attempts.filter(({ title }) =>
    title.endsWith(`of ${WORDS[kind as keyof typeof WORDS]} on ${day} (UTC)`),
  );
  if (named.length === 0) return;
  for (const { text } of own)
    for (const { title = "" } of named)
      if (!text.split("\n").includes(`- ${title}`)) throw wrong(`It does not name "${title}"`, item, own);
  const since = Math.min(...named.map(({ created_at = "" }) => Date.parse(created_at)));
  for (const channel of CHANNELS) judgeChannel(channel, item, own, since, end);
}

/** @param since when it was made, epoch milliseconds */
function judgeChannel(
  channel: ChannelName,
  item: StoredSending,
  all: readonly Attempt[],
  since: number,
  { channels, undelivered, wasTroubled }: EndOfSending,
): void {
  const own = all.filter((attempt) => attempt.channel === channel);
  const isLogged = undelivered.some((line) => line.notice === item.sk && line.channel === channel);
  // The operators have removed the channel, and with it what it owed.
  const wasUnset = channels.unset.some((one) => one.channel === channel && one.at >= since);
  const mayBe = own.some(({ end }) => end === "unknown");
  switch (item[channel]?.status) {
    case "sent":
      if (!own.some(({ end }) => end === "accepted")) throw wrong(`Nobody has accepted it by ${channel}`, item, own);
      return;
    case "unknown":
      if (!isLogged) throw wrong(`No line says that its outcome by ${channel} is unknown`, item, own);
      if (!mayBe && !wasTroubled) throw wrong(`Its outcome by ${channel} is known`, item, own);
      return;
    case "claimed":
      if (!wasUnset) throw wrong(`Its claim by ${channel} has no end`, item, own);
      return;
    default:
      if (!isLogged && !wasUnset) throw wrong(`It is not sent by ${channel}, and nobody is told`, item, own);
      if (own.some(({ end }) => end !== "refused")) throw wrong(`It was sent by ${channel}, and is waiting`, item, own);
  }
}

function isDigest({ title }: Attempt): boolean {
  return title.endsWith(" (UTC)");
}

/** Whether two attempts are about the same. The count in a digest's title may differ. */
function isSame(one: Attempt, other: Attempt): boolean {
  const about = ({ title }: Attempt) => title.replace(/^(?:More than )?\d+ more notices? of /, "");
  return one.channel === other.channel && about(one) === about(other);
}

function wrong(what: string, item: StoredSending, attempts: readonly Attempt[]): Error {
  return new Error(`${what}: ${JSON.stringify([item, attempts])}`);
}
