import { expect, it } from "vitest";
import { complaintsOf } from "./complaints-of.ts";

it("compiles without an error, as does the client for browsers", async () => {
  expect(await complaintsOf("typecheck")).toBe("");
});
