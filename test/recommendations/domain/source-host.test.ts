import { describe, expect, it } from "vitest";
import { isSameSite, sourceHost } from "../../../lambdas/recommendations/domain/source-host.ts";

it.each([
  ["https://Blog.Example/post", "blog.example"],
  ["http://blog.example.:8080/post", "blog.example"],
  ["https://www.blog.example/", "www.blog.example"],
  ["https://bücher.example/", "xn--bcher-kva.example"],
  ["https://198.51.100.7/", "198.51.100.7"],
  ["https://[2001:db8:0:1:2:3:4:5]/", "2001:db8:0:1"],
  ["https://[2001:db8:0:1::9]/", "2001:db8:0:1"],
])("the host of %s is %s", (source, host) => {
  expect(sourceHost(source)).toBe(host);
});

describe("the site that was asked", () => {
  it.each([
    ["https://a.example/x", "https://a.example/y?z"],
    ["http://a.example/", "https://a.example/"],
    ["http://a.example/", "http://a.example/y"],
    ["https://a.example/", "https://www.a.example/"],
    ["https://www.a.example/", "https://a.example/"],
    ["https://a.example./", "https://a.example/"],
    ["https://a.example:8443/", "https://a.example:8443/y"],
  ])("%s has answered as %s", (asked, answered) => {
    expect(isSameSite(new URL(asked), new URL(answered))).toBe(true);
  });

  it.each([
    ["https://a.example/", "https://b.example/"],
    ["https://a.example/", "https://blog.a.example/"],
    ["https://blog.a.example/", "https://a.example/"],
    ["https://www.www.a.example/", "https://a.example/"],
    ["https://a.example/", "http://a.example/"],
    ["https://a.example/", "https://a.example:8443/"],
    ["http://a.example:8080/", "https://a.example/"],
    ["https://a.example/", "https://a.example.b.example/"],
  ])("%s has not answered as %s", (asked, answered) => {
    expect(isSameSite(new URL(asked), new URL(answered))).toBe(false);
  });
});
