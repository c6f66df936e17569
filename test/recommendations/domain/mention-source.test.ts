import { expect, it } from "vitest";
import { mentionSource } from "../../../lambdas/recommendations/domain/mention-source.ts";

it.each([
  ["https://Blog.Example/post", "blog.example"],
  ["http://blog.example.:8080/post", "blog.example"],
  ["https://www.blog.example/", "www.blog.example"],
  ["https://bücher.example/", "xn--bcher-kva.example"],
  ["https://198.51.100.7/", "198.51.100.7"],
  ["https://[2001:db8:0:1:2:3:4:5]/", "2001:db8:0:1"],
  ["https://[2001:db8:0:1::9]/", "2001:db8:0:1"],
])("the host of %s is %s", (source, host) => {
  expect(mentionSource(source).host).toBe(host);
});
