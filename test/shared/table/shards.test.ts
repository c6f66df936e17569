import { describe, expect, it } from "vitest";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { shardOf, shardsOf } from "../../../lambdas/shared/table/shards.ts";

describe("the shards of a partition", () => {
  it.each([
    ["11111111-1111-8111-8111-111111111110", "books#0"],
    ["11111111-1111-8111-8111-111111111117", "books#3"],
    ["00000000-0000-8000-8000-00000000000d", "books#1"],
    ["00000000-0000-8000-8000-0000000000fe", "books#2"],
  ])("have item %s in %s", (id, shard) => {
    expect(shardOf("books", id)).toBe(shard);
  });

  it("share the items about evenly", () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 400; index += 1) {
      const shard = shardOf("books", derivedId(String(index)));
      counts.set(shard, (counts.get(shard) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(shardsOf("books"));
    expect(Math.max(...counts.values())).toBeLessThan(150);
  });
});
