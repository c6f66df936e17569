import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { decodeCursor, encodeCursor, pageQuery } from "../../../lambdas/shared/http/pagination.ts";
import { Rejected } from "../../../lambdas/shared/http/rejected.ts";
import { validate } from "../../../lambdas/shared/http/validate.ts";
import { anyCharacter } from "../../any-character.ts";

const position = { id: "0b3f1c1e-0000-8000-8000-000000000001", created_at: "2026-11-20T03:00:00.000Z" };
const list = ["stocks", "alice", ""];
const anyPosition = z.record(z.string(), z.string());

function cursorOf(given: Readonly<Record<string, string>> = position, of: readonly string[] = list): string {
  const cursor = encodeCursor(given, of);
  if (cursor === null) throw new Error("A position always has a cursor");
  return cursor;
}

function refused(cursor: string, of: readonly string[] = list): boolean {
  try {
    decodeCursor(cursor, of, anyPosition);
    return false;
  } catch (error) {
    return (
      error instanceof Rejected &&
      error.status === 400 &&
      error.code === "invalid_cursor" &&
      /Start again/.test(error.message)
    );
  }
}

describe("a cursor", () => {
  it("decodes to its position", () => {
    expect(decodeCursor(cursorOf(), list, anyPosition)).toEqual(position);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (id, owner) => {
        expect(decodeCursor(cursorOf({ id }, ["stocks", owner]), ["stocks", owner], anyPosition)).toEqual({ id });
      }),
    );
  });

  it("is null at the end and undefined when none was sent", () => {
    expect(encodeCursor(null, list)).toBeNull();
    expect(decodeCursor(undefined, list, anyPosition)).toBeUndefined();
  });

  it("can be put into a query unescaped", () => {
    expect(cursorOf()).toMatch(/^[\w-]+$/);
  });

  it.each([
    { name: "another user", other: ["stocks", "bob", ""] },
    { name: "another filter", other: ["stocks", "alice", "ready"] },
    { name: "another list", other: ["bookmarks", "alice", ""] },
    { name: "parts that join to the same text", other: ["stocks", "alice"] },
  ])("of $name is rejected", ({ other }) => {
    expect(refused(cursorOf(position, other))).toBe(true);
  });

  it("with any character changed, added or cut off is rejected", () => {
    const cursor = cursorOf();
    for (let index = 0; index < cursor.length; index += 1) {
      const other = cursor[index] === "A" ? "B" : "A";
      expect(refused(cursor.slice(0, index) + other + cursor.slice(index + 1))).toBe(true);
      expect(refused(cursor.slice(0, index))).toBe(true);
    }
  });

  it("in another spelling of the same bytes is rejected", () => {
    const cursor = cursorOf();
    for (const spelling of [`${cursor}=`, `${cursor}==`, ` ${cursor}`, `${cursor}\n`, `${cursor}.`, `${cursor}!x`]) {
      expect(refused(spelling)).toBe(true);
    }
  });

  it("whose unused last bits are set is rejected", () => {
    // Ids of three lengths make the encoding end at each of the three positions in a group of bytes.
    for (const id of ["a", "ab", "abc"]) {
      const cursor = cursorOf({ id });
      const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
      for (const last of alphabet) {
        if (last !== cursor.at(-1)) expect(refused(cursor.slice(0, -1) + last)).toBe(true);
      }
    }
  });

  it("of any other text is rejected", () => {
    const examples: [string][] = ["", "garbage", "e30", "null", "%00", "A".repeat(10_000)].map((text) => [text]);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => refused(text)),
      { examples },
    );
  });
});

describe("pageQuery", () => {
  const read = (query: Record<string, string>) => validate(z.object(pageQuery), query, "query");

  it.each([
    ["1", 1],
    ["9", 9],
    ["20", 20],
    ["99", 99],
    ["100", 100],
  ])("accepts limit=%s", (limit, number) => {
    expect(read({ limit })).toMatchObject({ limit: number });
  });

  it("is 20 without a limit", () => {
    expect(read({})).toEqual({ limit: 20 });
  });

  it.each(["0", "101", "-1", "1.5", "abc", "", " 5", "05", "1e1", "5,6", "１"])("rejects limit=%j by name", (limit) => {
    expect(() => read({ limit })).toThrow(
      expect.objectContaining({
        status: 400,
        code: "validation_error",
        errors: [expect.objectContaining({ path: "query.limit" })],
      }),
    );
  });
});
