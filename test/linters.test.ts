import { expect, it } from "vitest";
import { complaintsOf } from "./complaints-of.ts";

it("is formatted, follows the rules of Biome, and imports only what the import rules allow", async () => {
  expect(await complaintsOf("lint")).toBe("");
});

it("has no dead code, no unused dependency and none that package.json does not list", async () => {
  expect(await complaintsOf("dead-code")).toBe("");
});
