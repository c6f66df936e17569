import { expect, it } from "vitest";
import { hostOf } from "../../../console/parts/host-of.ts";

it("names a host as people do, and leaves a text without a host unchanged", () => {
  expect(hostOf("https://www.example.com/a")).toBe("example.com");
  expect(hostOf("https://old.www.example.com/")).toBe("old.www.example.com");
  expect(hostOf("https://example.com:8080/")).toBe("example.com:8080");
  for (const address of ["example", "https://[", "javascript:alert(1)", ""]) expect(hostOf(address)).toBe(address);
});
