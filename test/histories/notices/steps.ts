import fc from "fast-check";
import type { NoticeKind } from "../../../lambdas/shared/notices/notice-kind.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import type { Fault } from "../fault.ts";
import { faults } from "../fault.ts";
import type { Step } from "../steps.ts";
import { mostly } from "../steps.ts";

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A notice is deleted by DynamoDB after 400 days. */
export const KEPT_MS = 400 * DAY;

/**
 * How the webhook answers. `lost`: it accepts a request, and the answer is lost. `silent`: it does neither. `closed`: nobody
 * listens. `slow`: it accepts after nine seconds.
 */
export const WEBHOOK_MOODS = [
  "well",
  "gone",
  "failing",
  "busy",
  "redirecting",
  "lost",
  "silent",
  "closed",
  "slow",
] as const;
/** How SES answers a mail; `lost`: it sends the mail, and the answer is lost. */
export const MAIL_MOODS = ["well", "refusing", "throttling", "failing", "lost"] as const;
/** The text of the webhook's secret: one of two addresses with their keys, another text, or none. */
export const SECRETS = ["first", "second", "unreadable", "missing"] as const;

/** The settings of a stage that operators change. */
export interface StageSettings {
  readonly isMailed: boolean;
  readonly isPosted: boolean;
  readonly secret: (typeof SECRETS)[number];
}

type Changed =
  | { readonly settings: Partial<StageSettings> }
  | { readonly webhook: (typeof WEBHOOK_MOODS)[number] }
  | { readonly mail: (typeof MAIL_MOODS)[number] };

export type NoticeInvoked =
  /** A feature makes `count` notices of a subject, or finds that each is covered by another one. */
  | {
      readonly what: "announce" | "cover";
      readonly subject: number;
      readonly kind: NoticeKind;
      readonly count: number;
      readonly fault: Fault | null;
    }
  | { readonly what: "run"; readonly fault: Fault | null }
  | { readonly what: "list"; readonly limit: number; readonly isAdmin: boolean; readonly fault: Fault | null }
  | { readonly what: "time"; readonly passes: number }
  /** Time passes, and DynamoDB deletes what has expired. */
  | { readonly what: "expiry"; readonly passes: number }
  | { readonly what: "change"; readonly change: Changed };

export type NoticeStep = Step<NoticeInvoked>;

const announced = {
  subject: mostly([0, 1, 2]),
  kind: mostly(["price", "books", "search_failing", "mention"] as const),
  fault: faults(3),
};
const settings: fc.Arbitrary<Partial<StageSettings>> = fc.oneof(
  fc.record({ isMailed: fc.boolean() }),
  fc.record({ isPosted: fc.boolean() }),
  fc.record({ secret: fc.constantFrom(...SECRETS) }),
);
const change: fc.Arbitrary<Changed> = fc.oneof(
  fc.record({ settings }),
  fc.record({ webhook: fc.constantFrom(...WEBHOOK_MOODS) }),
  fc.record({ mail: fc.constantFrom(...MAIL_MOODS) }),
);

const invoked: fc.Arbitrary<NoticeInvoked> = fc.oneof(
  {
    weight: 5,
    // More than ten of a kind are sent in a digest.
    arbitrary: fc.record({ what: fc.constant("announce" as const), count: mostly([1, 2, 12]), ...announced }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("cover" as const), count: fc.constant(1), ...announced }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constant("run" as const), fault: faults(30) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant("list" as const),
      limit: fc.constantFrom(1, 3, 100),
      isAdmin: mostly([true, false]),
      fault: faults(2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("time" as const),
      passes: fc.constantFrom(1_000, MINUTE, 11 * MINUTE, HOUR, DAY, 4 * DAY, 100 * DAY),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant("expiry" as const),
      passes: mostly([0, KEPT_MS + DAY, KEPT_MS - 10 * DAY]),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("change" as const), change }) },
);

/** Generates histories of notices that features make, while the channels and the settings change. */
export const noticeHistories: fc.Arbitrary<readonly NoticeStep[]> = fc.array(
  fc.record({
    invoked: fc.array(invoked, { minLength: 1, maxLength: 3, size: "max" }),
    order: fc.array(fc.nat(5), { maxLength: 30, size: "max" }),
  }),
  { maxLength: 20, size: "max" },
);
