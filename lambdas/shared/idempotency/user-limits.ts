import { derivedId } from "../derived-id.ts";
import { Rejected } from "../http/rejected.ts";
import { StoredTable } from "../table/stored-table.ts";
import { countMore } from "../table/window-count.ts";
import type { LimitedUse } from "./limited-uses.ts";
import { LIMITED_USES } from "./limited-uses.ts";

/**
 * How many uses a function counts in memory before it writes them: a save then costs a twentieth of a write more, not a
 * whole one.
 */
const STEP = 20;

/**
 * Limits of what a user does, in table `idempotency_keys`: `id` = `<use>#<hash of the user>#<begin of the window>`,
 * with `count` and `expires_at`. Up to 19 uses in each container of a function are not stored yet: a user may get a few
 * uses too many, but never one too few.
 */
export class UserLimits extends StoredTable {
  /** Of the current window of each use: by user, the count as last read, and the uses since. */
  readonly #windows = new Map<LimitedUse, { begin: number; users: Map<string, { counted: number; since: number }> }>();

  /** Counts a use before it is made. @throws Rejected 429 `rate_limited` with Retry-After when the limit is reached */
  async count(use: LimitedUse, userId: string, now: Date): Promise<void> {
    const { most, seconds, what } = LIMITED_USES[use];
    const begin = Math.floor(now.getTime() / 1_000 / seconds) * seconds;
    const user = this.#userIn(use, begin, userId);
    if (user.counted + user.since >= most) {
      const wait = Math.ceil(begin + seconds - now.getTime() / 1_000);
      throw new Rejected(429, "rate_limited", `No more than ${what}. Send it again later.`, {
        headers: { "retry-after": String(wait) },
      });
    }
    user.since += 1;
    const uncounted = user.since;
    if (uncounted < STEP) return;
    const Key = { id: [use, derivedId(userId), new Date(begin * 1_000).toISOString()].join("#") };
    user.counted = await countMore(this.client, { ...this.at(Key), expiresAt: begin + 2 * seconds }, uncounted);
    user.since -= uncounted;
  }

  #userIn(use: LimitedUse, begin: number, userId: string) {
    let window = this.#windows.get(use);
    if (window?.begin !== begin) {
      window = { begin, users: new Map() };
      this.#windows.set(use, window);
    }
    const user = window.users.get(userId) ?? { counted: 0, since: 0 };
    window.users.set(userId, user);
    return user;
  }
}
