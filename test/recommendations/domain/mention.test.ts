import { describe, expect, it } from "vitest";
import type { Mention, Verification } from "../../../lambdas/recommendations/domain/mention.ts";
import {
  afterMissedVerification,
  afterVerification,
  isExpired,
  mentionId,
  mentionKind,
} from "../../../lambdas/recommendations/domain/mention.ts";
import { mentionSource } from "../../../lambdas/recommendations/domain/mention-source.ts";
import { at } from "../../emulators/test-clock.ts";
import { DAY, FOUND, sampleMention, sampleSite } from "../sample-mentions.ts";

const NOT_FOUND: Verification = { kind: "not_found" };
const FAILED: Verification = { kind: "failed" };
const MISSING: Verification = { kind: "missing" };
const BUSY: Verification = { kind: "busy" };

/** A mention after verifications at the times when each is due, and the days between them. */
function verifiedBy(
  verifications: readonly Verification[],
  mention: Mention = sampleMention(),
): { mention: Mention; days: number[] } {
  const days: number[] = [];
  let now = at(0);
  let seen = mention;
  for (const verification of verifications) {
    seen = afterVerification(seen, verification, now, DAY);
    const next = seen.nextCheckAt === null ? null : new Date(seen.nextCheckAt);
    if (next === null) break;
    days.push((next.getTime() - now.getTime()) / DAY);
    now = next;
  }
  return { mention: seen, days };
}

const times = (count: number, verification: Verification) => Array.from({ length: count }, () => verification);

describe("a mention whose link is found", () => {
  it("is verified from then on, and does not expire", () => {
    expect(verifiedBy([FOUND]).mention).toEqual({
      ...sampleMention(),
      status: "verified",
      lastVerifiedAt: at(0).toISOString(),
      checkDays: 1,
      nextCheckAt: at(DAY).toISOString(),
      verifiedAt: at(0).toISOString(),
      site: sampleSite,
      expiresAt: null,
    });
  });

  it("is verified again daily at first, then less often, down to once a week", () => {
    const { mention, days } = verifiedBy(times(6, FOUND));
    expect(days).toEqual([1, 2, 4, 7, 7, 7]);
    expect(mention.verifiedAt).toBe(at(0).toISOString());
  });
});

describe("a mention whose link is no longer found", () => {
  it("is gone at once when its source was read without the link, or is gone for good", () => {
    expect(verifiedBy([FOUND, NOT_FOUND]).mention).toMatchObject({ status: "gone", site: sampleSite, checkDays: 1 });
  });

  it("is checked a day after each of two failures", () => {
    const { mention, days } = verifiedBy([...times(4, FOUND), FAILED, FAILED]);
    expect(mention).toMatchObject({ status: "verified", failures: 2 });
    expect(days.slice(-2)).toEqual([1, 1]);
  });

  it.each([
    ["a third failure", [FOUND, FAILED, FAILED, FAILED], 3],
    ["a third failure after requests to wait", [FOUND, FAILED, BUSY, FAILED, BUSY, FAILED], 3],
    ["a second 404", [FOUND, MISSING, MISSING], 2],
    ["a 404 after another failure", [FOUND, FAILED, MISSING], 2],
    ["a second 404 after a request to wait", [FOUND, MISSING, BUSY, MISSING], 2],
    ["a third failure after a 404", [FOUND, MISSING, FAILED, FAILED], 3],
  ] as const)("is gone with %s", (_what, verifications, failures) => {
    expect(verifiedBy(verifications).mention).toMatchObject({ status: "gone", failures });
    expect(verifiedBy(verifications.slice(0, -1)).mention).toMatchObject({ status: "verified" });
  });

  it.each([
    ["by one 404", [FOUND, MISSING], 1],
    ["by a 404 after each success", [FOUND, MISSING, FOUND, MISSING], 1],
    ["after a success in between", [FOUND, FAILED, FAILED, FOUND, FAILED, FAILED], 2],
    ["by a source that asks to wait", [FOUND, ...times(20, BUSY)], 0],
    ["by requests to wait among failures", [FOUND, FAILED, BUSY, FAILED, BUSY], 2],
  ] as const)("is not gone %s", (_what, verifications, failures) => {
    const { mention, days } = verifiedBy(verifications);
    expect(mention).toMatchObject({ status: "verified", failures });
    expect(days.at(-1)).toBe(1);
  });

  it("is verified again when the link is found again, and then checked daily", () => {
    const { mention, days } = verifiedBy([FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, FOUND]);
    expect(mention).toMatchObject({ status: "verified", failures: 0, verifiedAt: at(0).toISOString() });
    expect(days).toEqual([1, 1, 2, 4, 1]);
  });

  it.each([NOT_FOUND, FAILED])("is no longer checked after about two months ($kind)", (verification) => {
    const { mention, days } = verifiedBy([FOUND, ...times(30, verification)]);
    expect(mention).toMatchObject({ status: "gone", nextCheckAt: null });
    const total = days.reduce((sum, some) => sum + some, 0);
    expect(total).toBeGreaterThan(50);
    expect(total).toBeLessThan(75);
    // The mention may still be sent again at any time.
    expect(afterVerification(mention, FOUND, at(DAY), DAY)).toMatchObject({
      status: "verified",
      nextCheckAt: at(2 * DAY).toISOString(),
    });
  });
});

describe("a new mention", () => {
  it("whose source was read without the link is not checked again", () => {
    expect(verifiedBy([NOT_FOUND]).mention).toEqual({
      ...sampleMention(),
      failures: 1,
      checkDays: 1,
      nextCheckAt: null,
    });
  });

  it.each([FAILED, BUSY])(
    "whose source could not be read ($kind) is checked daily until it expires",
    (verification) => {
      const { mention, days } = verifiedBy(times(20, verification));
      expect(days).toEqual([1, 1, 1, 1, 1, 1]);
      expect(mention).toMatchObject({ status: "new", nextCheckAt: null, expiresAt: at(7 * DAY).toISOString() });
    },
  );
});

it("is checked on the next day when its verification did not happen, without a failure", () => {
  const seen = verifiedBy([...times(3, FOUND), FAILED, FAILED]).mention;
  expect(afterMissedVerification(seen, at(DAY), DAY)).toEqual({ ...seen, nextCheckAt: at(2 * DAY).toISOString() });
});

it("is checked on the next day, however often it was gone, when its verification did not happen", () => {
  const seen = verifiedBy([FOUND, ...times(3, NOT_FOUND)]).mention;
  expect(seen).toMatchObject({ status: "gone", checkDays: 4 });
  expect(afterMissedVerification(seen, at(DAY), DAY)).toMatchObject({
    checkDays: 1,
    nextCheckAt: at(2 * DAY).toISOString(),
  });
});

it("is checked after shorter days where all waits are scaled", () => {
  const seen = afterVerification(sampleMention(), FOUND, at(0), DAY / 100);
  expect(seen.nextCheckAt).toBe(at(DAY / 100).toISOString());
  const [checkedNext, uncheckedNext] = [
    afterVerification(seen, FOUND, at(0), DAY / 100),
    afterMissedVerification(seen, at(0), DAY / 100),
  ];
  expect([checkedNext.nextCheckAt, uncheckedNext.nextCheckAt]).toEqual([
    at(DAY / 50).toISOString(),
    at(DAY / 100).toISOString(),
  ]);
});

describe("the next check", () => {
  const gone = { status: "gone", failures: 3, checkDays: 2, expiresAt: at(70 * DAY).toISOString() } as const;
  const verified = { status: "verified", checkDays: 2, expiresAt: null } as const;

  it.each<[what: string, seen: Partial<Mention>, verification: Verification, days: number | null]>([
    ["of a gone mention comes after twice the days", gone, NOT_FOUND, 4],
    ["of a gone mention comes a day after a busy site", gone, BUSY, 1],
    ["of a gone mention that is found comes after a day", gone, FOUND, 1],
    ["of a gone mention comes until the twelfth failure", { ...gone, failures: 10 }, FAILED, 4],
    ["of a gone mention does not come after the twelfth", { ...gone, failures: 11 }, FAILED, null],
    ["of a gone mention comes before it expires", { ...gone, expiresAt: at(4 * DAY + 1).toISOString() }, FAILED, 4],
    [
      "of a gone mention does not come when it expires",
      { ...gone, expiresAt: at(4 * DAY).toISOString() },
      FAILED,
      null,
    ],
    ["of a verified mention comes a day after a failure", verified, FAILED, 1],
    ["of a verified mention comes a day after a busy site", verified, BUSY, 1],
    ["of a verified mention comes however often it failed", { ...verified, failures: 50 }, BUSY, 1],
    ["of a new mention comes until it expires", { checkDays: 1, expiresAt: at(DAY + 1).toISOString() }, FAILED, 1],
    ["of a new mention does not come when it expires", { expiresAt: at(DAY).toISOString() }, FAILED, null],
    ["of a new mention comes a day after a busy site", { checkDays: 1 }, BUSY, 1],
    ["of a new mention that is false does not come", {}, NOT_FOUND, null],
  ])("%s", (_what, seen, verification, days) => {
    const { nextCheckAt } = afterVerification(sampleMention(seen), verification, at(0), DAY);
    expect(nextCheckAt).toBe(days === null ? null : at(days * DAY).toISOString());
  });
});

it("is one for a source and a target", () => {
  const ids = [mentionId("a", "b"), mentionId("b", "a"), mentionId("a", "c"), mentionId("ab", "")];
  expect(new Set(ids).size).toBe(4);
  expect(mentionId("a", "b")).toBe(ids[0]);
});

it.each([
  ["https://other.example/.well-known/recommendations.json", "recommendation"],
  ["https://other.example/a-page", "page"],
])("from %s is by a %s", (source, kind) => {
  expect(mentionKind(mentionSource(source))).toBe(kind);
});

it.each([
  { expiresAt: null, expired: false },
  { expiresAt: at(1).toISOString(), expired: false },
  { expiresAt: at(0).toISOString(), expired: true },
])("that expires at $expiresAt has expired: $expired", ({ expiresAt, expired }) => {
  expect(isExpired({ expiresAt }, at(0))).toBe(expired);
});
