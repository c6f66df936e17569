import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { argumentsSchema, readArguments } from "../../../lib/cli/mcp/tool-arguments.ts";
import { allTools } from "../../../lib/cli/mcp/tools/all-tools.ts";

const toolNamed = (name: string) => {
  const found = allTools().find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no tool ${name}.`);
  return found;
};

/** The arguments that a call has after the tool's own schema. */
const given = (name: string, sent: Readonly<Record<string, unknown>>) =>
  z.safeParse(toolNamed(name).input, readArguments(toolNamed(name), sent));

describe("arguments that agents send", () => {
  const URL_OF_PAGE = "https://mcp.example/a";
  it.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
    ["save", { url: URL_OF_PAGE, tags: '["tea","green tea"]' }, { tags: ["tea", "green tea"] }],
    ["save", { url: URL_OF_PAGE, tags: ["tea"] }, { tags: ["tea"] }],
    ["save", { url: URL_OF_PAGE, tags: "tea" }, { tags: ["tea"] }],
    ["save", { url: URL_OF_PAGE, tags: '"tea"' }, { tags: ["tea"] }],
    ["save", { url: URL_OF_PAGE, tags: "tea, green tea" }, { tags: ["tea", "green tea"] }],
    ["save", { url: URL_OF_PAGE, tags: "[2026, true]" }, { tags: ["2026", "true"] }],
    ["save", { url: URL_OF_PAGE, tags: "[]" }, { tags: [] }],
    ["save", { url: URL_OF_PAGE, tags: null, note: null }, { note: null }],
    ["save", { url: URL_OF_PAGE, note: 42 }, { note: "42" }],
    ["save", { url: URL_OF_PAGE, note: '["no list"]' }, { note: '["no list"]' }],
    ["tag", { id: "b-1", add: ' ["tea"] ', remove: '["coffee"]' }, { add: ["tea"], remove: ["coffee"] }],
    ["search", { query: "tea", limit: "5" }, { q: "tea", limit: 5 }],
    ["search", { q: "tea", types: '["bookmark","deck"]' }, { q: "tea", types: ["bookmark", "deck"] }],
    ["search", { q: 2026, limit: 5 }, { q: "2026", limit: 5 }],
    ["read", { id: "b-1", page: "2" }, { page: 2 }],
    ["recommendations", { page: "3" }, { page: 3 }],
    ["prices", { id: null }, {}],
  ])("%s takes %j", (name, sent, expected) => {
    expect(given(name, sent)).toMatchObject({ success: true, data: expected });
  });

  it.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
    ["search", { q: "tea", sort: "", types: "", limit: "" }, { q: "tea" }],
    ["search", { q: "tea", cursor: "" }, { q: "tea", cursor: "" }],
    ["search", { query: "", sort: "title" }, { sort: "title" }],
    ["search", { q: "tea", types: "null", limit: "null" }, { q: "tea" }],
    ["search", { q: "null" }, { q: "null" }],
    ["save", { url: URL_OF_PAGE, note: "", tags: "" }, { url: URL_OF_PAGE }],
    ["save", { url: URL_OF_PAGE, tags: " null " }, { url: URL_OF_PAGE }],
    ["save", { url: URL_OF_PAGE, tags: [] }, { url: URL_OF_PAGE, tags: [] }],
    ["mark", { id: "b-1", unread: "", starred: true }, { id: "b-1", starred: true }],
    ["mark", { id: "b-1", unread: "null", starred: "false" }, { id: "b-1", starred: false }],
    ["prices", { id: "" }, {}],
    ["read", { id: "b-1", page: "" }, { id: "b-1" }],
    ["read", { id: "" }, { id: "" }],
  ])("of %s without a value are absent, of %j", (name, sent, expected) => {
    expect(readArguments(toolNamed(name), sent)).toEqual(expected);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["save", { url: "https://mcp.example/a", tags: '["tea"' }],
    ["save", { url: "https://mcp.example/a", tags: '{"tea":true}' }],
    ["save", { url: "https://mcp.example/a", tags: { tea: true } }],
    ["read", { id: "b-1", page: "two" }],
    ["read", { id: "b-1", page: "1.5" }],
    ["search", { q: "tea", query: "coffee" }],
    ["search", { q: "tea", types: '["bookmarks"]' }],
    ["search", { q: "tea", limit: "0" }],
    ["tag", { id: "b-1", add: "", remove: "" }],
  ])("%s refuses %j", (name, sent) => {
    expect(given(name, sent).success).toBe(false);
  });
});

describe("the schemas of arguments", () => {
  it("have one plain type at the top of each argument", () => {
    for (const tool of allTools()) {
      const { properties = {} } = argumentsSchema(tool);
      expect(Object.keys(properties), tool.name).not.toEqual([]);
      for (const [name, property] of Object.entries(properties)) {
        expect(property, `${tool.name}: ${name}`).toMatchObject({
          type: expect.stringMatching(/^(?:string|integer|boolean|array)$/),
        });
        expect(Object.keys(property), `${tool.name}: ${name}`).not.toContain("anyOf");
      }
    }
  });
});
