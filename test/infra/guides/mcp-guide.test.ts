import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { bookmarksRoutes } from "../../../lambdas/bookmarks/routes.ts";
import { mercariRoutes } from "../../../lambdas/mercari/routes.ts";
import { slidesRoutes } from "../../../lambdas/slides/routes.ts";
import { allTools } from "../../../lib/cli/mcp/tools/all-tools.ts";
import { magpie } from "../../cli/command-line.ts";
import { connectAgent } from "../../cli/mcp/agent.ts";
import { read } from "./documents.ts";
import { rowsOf, spansIn } from "./rows.ts";

type Listed = Awaited<ReturnType<Awaited<ReturnType<typeof connectAgent>>["client"]["listTools"]>>["tools"];
type Schema = Readonly<Record<string, unknown>>;

let tools: Listed;
beforeEach(async () => {
  ({ tools } = await (await connectAgent("/nowhere")).client.listTools());
});

const propertiesOf = (name: string) => {
  const { inputSchema } = tools.find((tool) => tool.name === name) ?? {};
  return inputSchema?.properties as Readonly<Record<string, Schema>>;
};

describe("the tools of magpie mcp", () => {
  it("are those of docs/command-line.md, with their titles and scopes", () => {
    const rows = rowsOf(read("docs/command-line.md"), "tool").map(([name = "", title, , scope]) => [
      ...[spansIn(name)[0], title, scope],
    ]);
    expect(rows).toEqual(allTools().map(({ name, title, scope }) => [name, title, scope]));
    expect(tools.map(({ name, title }) => [name, title])).toEqual(rows.map(([name, title]) => [name, title]));
  });

  it("have valid schemas of arguments, which take no others, and describe each", () => {
    for (const { name, inputSchema, description } of tools) {
      expect(() => new Ajv2020({ strict: true }).compile(inputSchema), name).not.toThrow();
      expect(inputSchema, name).toMatchObject({ type: "object", additionalProperties: false });
      for (const property of Object.values(propertiesOf(name))) expect(property.description).toMatch(/^\w/);
      expect(description?.length, name).toBeGreaterThan(80);
    }
  });

  it.each([
    ["search", "q", bookmarksRoutes.listBookmarks.query.shape.q],
    ["search", "sort", bookmarksRoutes.listBookmarks.query.shape.sort],
    ["save", "url", bookmarksRoutes.createBookmark.body.shape.url],
    ["save", "note", bookmarksRoutes.createBookmark.body.shape.note],
    ["save", "tags", bookmarksRoutes.createBookmark.body.shape.tags],
    ["tag", "add", slidesRoutes.updateStock.body.shape.tags],
    ["prices", "cursor", mercariRoutes.listResults.query.shape.cursor],
  ])("%s takes %s as the API does", (name, field, schema) => {
    const { $schema: _dialect, default: _default, anyOf, ...ofTheApi } = z.toJSONSchema(schema, { io: "input" });
    const { description: _text, ...listed } = propertiesOf(name)[field] ?? {};
    // Null is left out: an argument has one plain type.
    expect(listed).toEqual(anyOf?.[0] ?? ofTheApi);
    expect(JSON.stringify(listed)).not.toContain('"null"');
  });

  it("have true hints: only saving, tagging and marking change anything, tagging removes, saving requests another site", () => {
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    expect(hints).toEqual({
      search: reads,
      read: reads,
      save: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      tag: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      mark: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      prices: reads,
      recommendations: reads,
    });
    expect(
      allTools()
        .filter(({ scope }) => scope !== "read")
        .map(({ name }) => name),
    ).toEqual(["save", "tag", "mark"]);
  });
});

it.each([
  ["README.md", "agent"],
  ["docs/command-line.md", "settings"],
])("%s has the lines that start it", async (path, label) => {
  const [, lines = "{}"] = new RegExp(`\`\`\`json ${label}\\n(.*?)\`\`\``, "s").exec(read(path)) ?? [];
  expect(lines.trimEnd().split("\n")).toHaveLength(5);
  const { command, args } = JSON.parse(lines).mcpServers.magpie;
  expect(command).toMatch(/^\/.*\/\.local\/bin\/magpie$/);
  expect(await magpie("/nowhere", args)).toMatchObject({ code: 0, stdout: "" });
});
