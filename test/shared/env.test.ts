import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { count, json, readEnvironment, text, waitScale } from "../../lambdas/shared/env.ts";

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

  it.each([
    ["0", 0],
    ["1", 1],
    ["0.001", 0.001],
  ])("accepts a wait scale of %s", (value, scale) => {
    expect(readEnvironment({ SCALE: waitScale }, { SCALE: value })).toEqual({ SCALE: scale });
  });
});
