import { beforeAll, describe, expect, it } from "vitest";
import { blockableHost, blockingHosts, isBlockedBy } from "../../../lambdas/recommendations/domain/blocked-host.ts";
import { mentionSource } from "../../../lambdas/recommendations/domain/mention-source.ts";
import { BlockedHostTable } from "../../../lambdas/recommendations/tables/blocked-host-table.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { at } from "../../emulators/test-clock.ts";

let hosts: BlockedHostTable;

dynamoOfFile();
beforeAll(() => {
  hosts = new BlockedHostTable(dynamo.client, "recommendations");
});

describe("a host that can be blocked", () => {
  it.each([
    ["blog.example", "blog.example"],
    ["BLOG.Example.", "blog.example"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["198.51.100.7", "198.51.100.7"],
    ["2001:db8:0:1::9", "2001:db8:0:1"],
    ["[2001:db8:0:1::9]", "2001:db8:0:1"],
    ["2001:db8:0:1", "2001:db8:0:1"],
    [`${"a.".repeat(9)}example`, `${"a.".repeat(9)}example`],
    [`${"a".repeat(63)}.example`, `${"a".repeat(63)}.example`],
  ])("%s is %s", (text, host) => {
    expect(blockableHost(text)).toBe(host);
  });

  it.each([
    "",
    "example",
    "com.",
    "https://blog.example",
    "blog.example/path",
    "blog.example:8080",
    "me@blog.example",
    "blog.example?x",
    "blog.example#x",
    "blog .example",
    "blog%2eexample",
    "..",
    "a..example",
    "evil.example..",
    `${"a.".repeat(10)}example`,
    `${"a".repeat(64)}.example`,
    "[blog.example",
    "<.example",
  ])("is not parsed from %j", (text) => {
    expect(blockableHost(text)).toBeNull();
  });

  it("blocks itself and its subdomains at any depth, but no name that only has the same ending", () => {
    const blocked = new Set(["farm.example", "198.51.100.7", "2001:db8:0:1"]);
    const names = ["farm.example", "www.farm.example", `${"a.".repeat(60)}farm.example`];
    for (const name of names) expect(isBlockedBy(blocked, name)).toBe(true);
    for (const name of ["notfarm.example", "farm.example.org", "example", "8.198.51.100.7.example"]) {
      expect(isBlockedBy(blocked, name)).toBe(false);
    }
    expect(isBlockedBy(blocked, mentionSource("https://198.51.100.7/x").host)).toBe(true);
    expect(isBlockedBy(blocked, mentionSource("https://[2001:db8:0:1:ffff::1]/x").host)).toBe(true);
    expect(isBlockedBy(blocked, mentionSource("https://[2001:db8:0:2::1]/x").host)).toBe(false);
  });

  it.each([
    ["a.b.example", ["a.b.example", "b.example"]],
    ["localhost", ["localhost"]],
    ["198.51.100.7", ["198.51.100.7"]],
    ["2001:db8:0:1", ["2001:db8:0:1"]],
    [`${"a.".repeat(9)}example`, [9, 8, 7, 6, 5, 4, 3, 2, 1].map((count) => `${"a.".repeat(count)}example`)],
  ])("%s is blocked by %j", (host, blocking) => {
    expect(blockingHosts(host)).toEqual(blocking);
  });

  it("takes at most ten reads to check", async () => {
    expect(blockingHosts(`${"a.".repeat(120)}example`)).toHaveLength(9);
    await hosts.block("farm.example", at(0));
    dynamo.requests.length = 0;
    expect(await hosts.isBlocked(`${"a.".repeat(100)}farm.example`)).toBe(true);
    expect(await hosts.isBlocked("notfarm.example")).toBe(false);
    expect(dynamo.requests).toEqual(["BatchGetItemCommand", "BatchGetItemCommand"]);
  });

  it("is blocked once, with the time of the first block", async () => {
    const since = { host: "again.example", blockedAt: at(1).toISOString() };
    expect(await hosts.block("again.example", at(1))).toEqual(since);
    expect(await hosts.block("again.example", at(2))).toEqual(since);
    expect((await hosts.all()).filter(({ host }) => host === "again.example")).toEqual([since]);
    expect(await hosts.unblock("again.example")).toBe(true);
    expect(await hosts.unblock("again.example")).toBe(false);
    expect(await hosts.isBlocked("again.example")).toBe(false);
  });
});
