import { expect, it } from "vitest";
import { SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { fingerprintOf } from "../../../lambdas/mercari/domain/fingerprint.ts";
import { SHOP } from "../../../lambdas/mercari/domain/listing-link.ts";
import { resultRow } from "../result-rows.ts";
import { watched } from "../watched-rows.ts";

const row = resultRow("product", 1);
const entry = watched(2);

it("is the same for the same listing and entry, and has six characters", () => {
  const print = fingerprintOf(row, 7, entry);
  expect(print).toMatch(/^[\w-]{6}$/);
  const later = { ...row, updatedAt: "later", version: 9 };
  expect(fingerprintOf(later, 7, { ...entry })).toBe(print);
});

it("is another one for each thing that has changed", () => {
  const prints = [
    fingerprintOf(row, 7, entry),
    fingerprintOf(row, null, entry),
    ...(
      [
        { externalId: "m9" },
        { name: "Other" },
        { price: 1 },
        { sellingUrl: "https://jp.mercari.com/item/m9" },
        { imageUrl: "https://static.mercdn.net/9.jpg" },
        { sellingStatus: SOLD },
        { sellerType: SHOP },
      ] as const
    ).map((changes) => fingerprintOf({ ...row, ...changes }, 7, entry)),
    ...([{ price: 1 }, { sellingStatus: SOLD }, { dueAt: 1 }, { seenAt: 1 }, { isGone: true }] as const).map(
      (changes) => fingerprintOf(row, 7, { ...entry, ...changes }),
    ),
  ];
  expect(new Set(prints).size).toBe(14);
});
