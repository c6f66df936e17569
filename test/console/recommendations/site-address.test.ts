import { expect, it } from "vitest";
import { siteAddress } from "../../../console/recommendations/add/site-address.ts";

it.each([
  ["blog.example", "https://blog.example/"],
  [" http://blog.example/notes?a=b ", "http://blog.example/notes?a=b"],
  ["blog.example:8443/notes", "https://blog.example:8443/notes"],
  ["blog.example/https://b.example", "https://blog.example/https://b.example"],
  ["https://日本.example/", "https://xn--wgv71a.example/"],
])("takes %s", (typed, address) => {
  expect(siteAddress(typed)).toBe(address);
});

it.each([
  "",
  "a blog",
  "blog",
  "javascript:alert(1)",
  "javascript://blog.example/%0aalert(1)",
  "ftp://blog.example",
  "https://me:secret@blog.example/",
  "https://me@blog.example/",
  "https://:secret@blog.example/",
])("refuses %s", (typed) => {
  expect(siteAddress(typed)).toBeNull();
});
