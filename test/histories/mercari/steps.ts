import fc from "fast-check";
import type { Fault } from "../fault.ts";
import { faults } from "../fault.ts";
import type { CommonInvoked, Step } from "../steps.ts";
import { histories, mostly } from "../steps.ts";
import type { Listing } from "./listings.ts";
import { FACES, PER_PRODUCT } from "./listings.ts";
import type { ProductAct, ProductSettings } from "./product-model.ts";

/** What an administrator watches: each has listings of its own, so that a page tells which product it was requested for. */
export const SUBJECTS = [0, 1] as const;
export type Subject = (typeof SUBJECTS)[number];

/** An administrator's request about the product of a subject. */
export interface ProductRequest {
  readonly what: "request";
  readonly subject: Subject;
  readonly act: ProductAct;
  readonly fault: Fault | null;
}

type Own =
  | ProductRequest
  | { readonly what: "schedule" | "crawl_all"; readonly fault: Fault | null }
  | { readonly what: "listing"; readonly subject: Subject; readonly number: number; readonly listing: Listing }
  | { readonly what: "face"; readonly face: (typeof FACES)[number] };
export type PriceInvoked = Own | CommonInvoked;
export type PriceStep = Step<PriceInvoked>;

/** Calls of a crawl or a detail check to AWS and the site. */
const CRAWL_CALLS = 40;

/** A price below all others but that of an accessory and those that are lower by tens, in yen; no less than a third of any. */
const LOWEST = 1_400;

const subject = mostly(SUBJECTS);
const change: fc.Arbitrary<Partial<ProductSettings>> = fc.oneof(
  fc.record({ enabled: mostly([true, false]) }),
  fc.record({ search: fc.constantFrom("all" as const, "two" as const) }),
  fc.record({ max: fc.constantFrom(null, 3_000) }),
  fc.record({ below: fc.constantFrom(null, 1_500, 2_000) }),
  fc.record({ newLowest: fc.boolean() }),
);
const changeAct: fc.Arbitrary<ProductAct> = fc.record({ do: fc.constant("change" as const), change });
const act: fc.Arbitrary<ProductAct> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ do: "create" as const }) },
  { weight: 3, arbitrary: changeAct },
  { weight: 1, arbitrary: fc.record({ do: mostly(["delete", "read"] as const) }) },
);
const listing: fc.Arbitrary<Listing> = fc.record({
  state: mostly(["on_sale", "on_sale", "sold_out", "unlisted", "deleted"] as const),
  // The lowest price is an accessory's among all others.
  price: fc.constantFrom(300, 1_500, 2_000, 3_000, 4_000),
});

const requestOf = (acts: fc.Arbitrary<ProductAct>, calls: number) =>
  fc.record({ what: fc.constant("request" as const), subject, act: acts, fault: faults(calls) });
const edit = fc.record({
  what: fc.constant("listing" as const),
  subject,
  number: fc.nat(PER_PRODUCT - 1),
  listing,
});

/** Histories of the invocations that every feature has, and of the feature's own. */
const anything: fc.Arbitrary<readonly PriceStep[]> = histories<Own>(
  fc.oneof(
    { weight: 5, arbitrary: requestOf(act, 5) },
    { weight: 2, arbitrary: requestOf(fc.constant({ do: "crawl" }), CRAWL_CALLS) },
    { weight: 3, arbitrary: edit },
    { weight: 3, arbitrary: fc.record({ what: fc.constant("schedule" as const), fault: faults(10) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant("crawl_all" as const), fault: faults(CRAWL_CALLS) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant("face" as const), face: mostly(FACES) }) },
  ),
  CRAWL_CALLS,
);

/** Requests about one product at the same time, which rarely meet by chance. */
const meeting: fc.Arbitrary<PriceStep> = fc
  .record({
    subject,
    requests: fc.array(
      fc.record({ act: fc.oneof(act, changeAct, fc.constant({ do: "delete" as const })), fault: faults(3) }),
      {
        minLength: 2,
        maxLength: 3,
      },
    ),
    order: fc.array(fc.nat(5), { maxLength: 16, size: "max" }),
  })
  .map(({ subject: of, requests, order }) => ({
    invoked: requests.map((one) => ({ what: "request" as const, subject: of, ...one })),
    order,
  }));

/** The last that happens: prices drop below all before, each in a crawl of which a call may fail. */
const lastDrops: fc.Arbitrary<readonly PriceStep[]> = fc
  .record({
    subject,
    drops: fc.array(fc.record({ number: fc.nat(PER_PRODUCT - 1), fault: faults(24) }), { maxLength: 3, size: "max" }),
  })
  .map(({ subject: of, drops }) => [
    { invoked: [{ what: "request", subject: of, act: { do: "create" }, fault: null }], order: [] },
    ...drops.flatMap<PriceStep>(({ number, fault }, index) => [
      {
        invoked: [{ what: "listing", subject: of, number, listing: { state: "on_sale", price: LOWEST - index * 10 } }],
        order: [],
      },
      { invoked: [{ what: "request", subject: of, act: { do: "crawl" }, fault }], order: [] },
    ]),
  ]);

/** Generates histories of products that administrators watch, while the listings on Mercari change. */
export const priceHistories: fc.Arbitrary<readonly PriceStep[]> = fc
  .tuple(anything, fc.array(fc.record({ at: fc.nat(30), step: meeting }), { maxLength: 4, size: "max" }), lastDrops)
  .map(([steps, meetings, last]) => [
    ...meetings.reduce<readonly PriceStep[]>((all, { at, step }) => all.toSpliced(at, 0, step), steps),
    ...last,
  ]);
