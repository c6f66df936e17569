import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentHash, idempotencyKey } from "../../../lambdas/shared/http/idempotency-key.ts";
import { Rejected } from "../../../lambdas/shared/http/rejected.ts";
import { anyCharacter } from "../../any-character.ts";

const KEY = "0b3f1c1e-5d0a-4c3e-9f00-7a1b2c3d4e5f";

function refusal(value: string | undefined, use: "required" | "optional" = "required"): Rejected | string | null {
  try {
    return idempotencyKey(value, use);
  } catch (error) {
    if (error instanceof Rejected) return error;
    throw error;
  }
}

describe("a key", () => {
  it.each([[KEY], [`"${KEY}"`], [KEY.toUpperCase()], [`"${KEY.toUpperCase()}"`], [`  ${KEY}\t`], [` "${KEY}" `]])(
    "is the same in every spelling: %j",
    (spelling) => {
      expect(idempotencyKey(spelling, "required")).toBe(KEY);
      expect(idempotencyKey(spelling, "optional")).toBe(KEY);
    },
  );

  it.each([
    ["nil", "00000000-0000-0000-0000-000000000000"],
    ["max", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  ])("may be a UUID of RFC 9562's %s", (_, uuid) => {
    expect(idempotencyKey(uuid, "required")).toBe(uuid);
  });

  it("may be any UUID, of any version", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), fc.boolean(), (uuid, quoted, upper) => {
        const spelling = upper ? uuid.toUpperCase() : uuid;
        expect(idempotencyKey(quoted ? `"${spelling}"` : spelling, "required")).toBe(uuid);
      }),
    );
  });

  it("that was not sent is null where it is optional, and rejected where it is required", () => {
    expect(idempotencyKey(undefined, "optional")).toBeNull();
    const message = expect.stringContaining("Idempotency-Key: a new UUID");
    expect(refusal(undefined)).toMatchObject({ status: 400, code: "idempotency_key_required", message });
  });

  it.each([
    [""],
    [" "],
    ['""'],
    ['"'],
    [`"${KEY}`],
    [`${KEY}"`],
    [`""${KEY}""`],
    [`a"${KEY}"`],
    [`'${KEY}'`],
    [`{${KEY}}`],
    [`urn:uuid:${KEY}`],
    [KEY.replaceAll("-", "")],
    [`${KEY}0`],
    [KEY.slice(1)],
    [KEY.replace("0b", "0g")],
    [`${KEY}, ${KEY}`],
    [`${KEY},919108f7-52d1-4320-9bac-f847db4148a8`],
    [`"${KEY}";a=1`],
    [`${KEY}\n${KEY}`],
    ["１b3f1c1e-5d0a-4c3e-9f00-7a1b2c3d4e5f"],
    ["<script>alert(1)</script>"],
    ["a".repeat(10_000)],
  ])("is rejected if it is no UUID: %.60j", (value) => {
    for (const use of ["required", "optional"] as const) {
      const message = expect.stringContaining("Idempotency-Key must hold");
      expect(refusal(value, use)).toMatchObject({ status: 400, code: "idempotency_key_invalid", message });
    }
  });

  it("that is rejected is never repeated in the answer", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 30 }), (value) => {
        const refused = refusal(value);
        if (!(refused instanceof Rejected)) throw new Error("A text of chance was taken for a UUID");
        expect(JSON.stringify([refused.message, refused.headers, refused.errors])).not.toContain(value);
      }),
    );
  });
});

describe("the hash of a body", () => {
  const body = { url: "https://blog.example/", note: "for Friday", tags: ["a", "b"], from: { app: "web", at: 7 } };

  it("does not depend on the order of names, at any depth", () => {
    const turned = { from: { at: 7, app: "web" }, tags: ["a", "b"], note: "for Friday", url: "https://blog.example/" };
    expect(contentHash(turned)).toBe(contentHash(body));
  });

  it("treats null as an omitted field", () => {
    expect(contentHash({ ...body, title: null, source_hint: undefined })).toBe(contentHash(body));
  });

  it.each([
    ["a value", { ...body, note: "for Monday" }],
    ["the type of a value", { ...body, from: { app: "web", at: "7" } }],
    ["white space in a value", { ...body, note: "for Friday " }],
    ["the case of a value", { ...body, note: "For Friday" }],
    ["a missing field", { ...body, note: null }],
    ["an empty text instead of none", { ...body, title: "" }],
    ["the order of a list", { ...body, tags: ["b", "a"] }],
    ["the length of a list", { ...body, tags: ["a", "b", "b"] }],
    ["a nested value", { ...body, from: { app: "ios", at: 7 } }],
    ["two swapped values", { ...body, url: "for Friday", note: "https://blog.example/" }],
  ])("differs by %s", (_, other) => {
    expect(contentHash(other)).not.toBe(contentHash(body));
  });

  it("distinguishes null in a list from a shorter list", () => {
    expect(contentHash({ list: [null] })).not.toBe(contentHash({ list: [] }));
  });

  it("is equal for every order of names, and differs for every other body", () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }));
    const bodies = fc.dictionary(fc.string(), value, { maxKeys: 6 });
    fc.assert(
      fc.property(bodies, bodies, (one, other) => {
        const turned = Object.fromEntries(Object.entries(one).reverse());
        expect(contentHash(turned)).toBe(contentHash(one));
        expect(contentHash(one) === contentHash(other)).toBe(equal(one, other));
      }),
    );
  });
});

function equal(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && JSON.stringify(one[name]) === JSON.stringify(other[name]))
  );
}
