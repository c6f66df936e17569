import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { count, json, optionalText, readEnvironment, text, waitScale, wholeNumber } from "../../lambdas/shared/env.ts";

const contract = { TABLE: text, RECEIVES: count, SCALE: waitScale, LIST: json(z.array(z.string())) };
const good = { TABLE: "stocks", RECEIVES: "5", SCALE: "0.01", LIST: '["a"]' };

describe("readEnvironment", () => {
  it("reads every variable of the contract and nothing else", () => {
    expect(readEnvironment(contract, { ...good, OTHER: "x" })).toEqual({
      TABLE: "stocks",
      RECEIVES: 5,
      SCALE: 0.01,
      LIST: ["a"],
    });
  });

  it("names all variables that are missing or invalid at once, and no value", () => {
    const source = { TABLE: "", RECEIVES: "many-secret", LIST: "{secret" };
    expect(() => readEnvironment(contract, source)).toThrow(
      "Environment variables missing or unreadable: TABLE (unreadable), RECEIVES (unreadable), SCALE (missing), LIST (unreadable)",
    );
    expect(() => readEnvironment(contract, source)).not.toThrow(/secret/);
  });

  it.each([
    ["RECEIVES", "0"],
    ["RECEIVES", "-1"],
    ["RECEIVES", "1.5"],
    ["RECEIVES", "1e3"],
    ["RECEIVES", " 5"],
    ["SCALE", "-1"],
    ["SCALE", "fast"],
    ["SCALE", "1e-2"],
    ["SCALE", ""],
    ["LIST", "[1]"],
    ["LIST", ""],
  ])("rejects %s=%j", (name, value) => {
    expect(() => readEnvironment(contract, { ...good, [name]: value })).toThrow(`${name} (unreadable)`);
  });

  it("reads whole numbers from zero on, and texts that may be empty", () => {
    const numbers = { NUMBER: wholeNumber, TEXT: optionalText };
    expect(readEnvironment(numbers, { NUMBER: "0", TEXT: "" })).toEqual({ NUMBER: 0, TEXT: "" });
    expect(readEnvironment(numbers, { NUMBER: "120", TEXT: "a" })).toEqual({ NUMBER: 120, TEXT: "a" });
    for (const odd of ["-1", "1.5", "1e3", "", "1x"])
      expect(() => readEnvironment(numbers, { NUMBER: odd, TEXT: "" })).toThrow("NUMBER (unreadable)");
    expect(() => readEnvironment(numbers, { NUMBER: "1" })).toThrow("TEXT (missing)");
  });

  it("is the process's own by default", () => {
    vi.stubEnv("MAGPIE_TEST_TABLE", "stocks");
    expect(readEnvironment({ MAGPIE_TEST_TABLE: text })).toEqual({ MAGPIE_TEST_TABLE: "stocks" });
    vi.unstubAllEnvs();
  });

  it.each([
    ["10", 10],
    ["0", 0],
    ["1", 1],
    ["0.001", 0.001],
  ])("accepts a wait scale of %s", (value, scale) => {
    expect(readEnvironment({ SCALE: waitScale }, { SCALE: value })).toEqual({ SCALE: scale });
  });
});
