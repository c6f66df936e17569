import { expect, it } from "vitest";
import { pageBase } from "../../../lambdas/shared/html/page-address.ts";

const LONG = "x".repeat(31_000);

it.each([
  ["https://a.example/b/c?d=e#f", "https://a.example/b/c?d=e#f"],
  [`https://a.example/b/c?${LONG}#f`, "https://a.example/b/c"],
  [`https://a.example/b/c#${LONG}`, "https://a.example/b/c"],
  [`https://a.example/b/${LONG}?d=e`, "https://a.example/"],
  [`https://a.example/?${"x".repeat(1_981)}`, `https://a.example/?${"x".repeat(1_981)}`],
  [`https://a.example/${"x".repeat(1_982)}?d`, `https://a.example/${"x".repeat(1_982)}`],
])("links are resolved against an address of at most 2,000 code units (%#)", (url, base) => {
  expect(pageBase(new URL(url)).href).toBe(base);
});
