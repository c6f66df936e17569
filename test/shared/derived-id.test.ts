import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { derivedId, isDerivedId } from "../../lambdas/shared/derived-id.ts";

describe("derivedId", () => {
  it("is the same UUID for the same parts, in every deployment", () => {
    expect(derivedId("alice", "https://speakerdeck.com/alice/a-deck")).toBe("87862cc2-b77a-87af-965f-99efec32d410");
  });

  it("is a UUID of version 8", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (user, url) => {
        expect(derivedId(user, url)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }),
    );
  });

  it("is recognized, and no other text is", () => {
    const id = derivedId("alice");
    expect(isDerivedId(id)).toBe(true);
    const others = ["", ` ${id}`, `${id}0`, `0${id}`, id.toUpperCase(), id.replaceAll("-", ""), id.slice(0, -1)];
    for (const text of [...others, `${id.slice(0, -1)}g`, id.replace("-", "")]) expect(isDerivedId(text)).toBe(false);
  });

  it("differs by each part, wherever the boundary between two is", () => {
    const ids = [
      derivedId("alice", "x"),
      derivedId("bob", "x"),
      derivedId("alice", "y"),
      derivedId("alicex", ""),
      derivedId("", "alicex"),
      derivedId('alice","x', ""),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
