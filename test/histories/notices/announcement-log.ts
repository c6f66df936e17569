import type { Notice } from "../../../lambdas/shared/notices/notice.ts";
import { addressOf } from "../../../lambdas/shared/notices/notice.ts";
import type { NoticeKind } from "../../../lambdas/shared/notices/notice-kind.ts";
import { KEPT_MS } from "./steps.ts";

/** The address of the site that notices link. */
export const SITE_URL = "https://magpie.example";

/** A notice that a feature wanted to make. Its title is that of no other one. */
export interface Announcement {
  readonly notice: Notice;
  /** Whether it was made, as the feature was told; `unknown` while nobody has told it. */
  outcome: "made" | "known_before" | "unknown";
  /** Whether DynamoDB has deleted it, or would have. */
  isExpired: boolean;
}

/** What features wanted to be told. */
export class AnnouncementLog {
  readonly all: Announcement[] = [];
  /** The ids that were covered by other notices, and when, epoch milliseconds. */
  #covered: { readonly id: string; readonly at: number }[] = [];

  begins(notice: Notice): Announcement {
    const announcement: Announcement = { notice, outcome: "unknown", isExpired: false };
    this.all.push(announcement);
    return announcement;
  }

  covers(id: string, at: number): void {
    this.#covered.push({ id, at });
  }

  /** @throws Error if the answer to a feature contradicts the other answers */
  ended(announcement: Announcement, isMade: boolean): void {
    announcement.outcome = isMade ? "made" : "known_before";
    const { id } = announcement.notice;
    const rivals = this.all.filter(
      (other) =>
        other !== announcement && other.notice.id === id && !other.isExpired && other.outcome !== "known_before",
    );
    const contradiction = (what: string) => new Error(`${what}: ${JSON.stringify([announcement, rivals])}`);
    if (isMade && rivals.some(({ outcome }) => outcome === "made")) throw contradiction("A notice was made twice");
    if (!isMade && rivals.length === 0 && !this.#covered.some((covered) => covered.id === id))
      throw contradiction("A notice was not made, and there is no other");
  }

  /** Forgets what is older than notices are kept. @param now epoch milliseconds */
  expire(now: number): void {
    for (const one of this.all) if (expiry(Date.parse(one.notice.createdAt)) < now) one.isExpired = true;
    this.#covered = this.#covered.filter(({ at }) => expiry(at) >= now);
  }

  /** The notices that must be listed. */
  get certain(): readonly Announcement[] {
    return this.all.filter(({ outcome, isExpired }) => outcome === "made" && !isExpired);
  }

  /** @returns the announcement with a title. @throws Error if there is none, or another notice was there before */
  titled(title: string): Announcement {
    const found = this.all.find(({ notice }) => notice.title === title);
    if (found === undefined || found.outcome === "known_before") throw new Error(`Nobody has made "${title}".`);
    return found;
  }

  /**
   * @param before what must be listed for certain
   * @throws Error if a list contradicts what was made
   */
  judgeList(listed: readonly Listed[], before: readonly Announcement[]): void {
    const contradiction = (what: string) => new Error(`${what}: ${JSON.stringify(listed)}`);
    const titles = listed.map(({ title }) => title);
    if (new Set(titles).size < titles.length) throw contradiction("A notice is listed twice");
    const times = listed.map(({ created_at }) => created_at);
    if (times.join() !== [...times].sort().reverse().join()) throw contradiction("The latest notice is not first");
    for (const { notice } of before)
      if (!titles.includes(notice.title)) throw contradiction(`"${notice.title}" is missing`);
    for (const one of listed) {
      const { notice, isExpired } = this.titled(one.title);
      if (isExpired || JSON.stringify(one) !== JSON.stringify(asListed({ ...notice, title: one.title })))
        throw contradiction(`"${one.title}" is not as it was made`);
    }
  }
}

/** When DynamoDB deletes what was made at a time; both epoch milliseconds, the expiry in whole seconds. */
function expiry(at: number): number {
  return Math.ceil(at / 1_000) * 1_000 + KEPT_MS;
}

/** A notice as the API and the webhook have it. */
export interface Listed {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly created_at: string;
}

export function asListed({ id, kind, title, body, url, screen, createdAt }: Notice): Listed {
  return { id, kind, title, body, url: addressOf({ url, screen }, SITE_URL), created_at: createdAt };
}
