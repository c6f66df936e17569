import type { Tool as ListedTool } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { parseJson } from "../../../client/parse-json.ts";
import type { Tool } from "./tool.ts";

/** The parts of an argument's schema that are read here. */
interface ArgumentSchema {
  readonly type?: string;
  readonly items?: ArgumentSchema;
  readonly anyOf?: readonly ArgumentSchema[];
  readonly default?: unknown;
}

/**
 * The schema of a tool's arguments as agents see it. Each argument has one plain type at its top level, since clients drop
 * or mangle a union of types (github.com/anthropics/claude-code#22394): where the API takes null, agents omit the argument.
 */
export function argumentsSchema({ input }: Pick<Tool, "input">): ListedTool["inputSchema"] {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: "input" });
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    withOneType(property as ArgumentSchema),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) } as ListedTool["inputSchema"];
}

function withOneType({ anyOf = [], default: byDefault, ...property }: ArgumentSchema): ArgumentSchema {
  const [given = {}] = anyOf.filter(({ type }) => type !== "null");
  return { ...given, ...property, ...(byDefault == null ? {} : { default: byDefault }) };
}

/**
 * Converts an agent's arguments to the tool's: lists, numbers and booleans may have been sent as text
 * (github.com/GongRzhe/Gmail-MCP-Server#96). Null counts as absent, and so does an empty text of an argument that is not
 * required: models fill in what they could leave out (github.com/coder/xum#3893). But with an empty cursor a model would
 * begin a list anew each time. The tool's schema rejects values that can't be read.
 */
export function readArguments(
  tool: Pick<Tool, "input" | "otherNames">,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { properties = {}, required = [] } = argumentsSchema(tool);
  const schemas = new Map<string, ArgumentSchema>(Object.entries(properties));
  // A map: an agent's name may be that of a property which every object has.
  const names = new Map(Object.entries(tool.otherNames ?? {}));
  const read = Object.entries(sent).flatMap(([asked, value]) => {
    const other = names.get(asked);
    const name = other !== undefined && !Object.hasOwn(sent, other) ? other : asked;
    const given = readValue(value, schemas.get(name) ?? {});
    const isLeftEmpty = given === "" && name !== "cursor" && !required.includes(name);
    return given === null || isLeftEmpty ? [] : [[name, given]];
  });
  return Object.fromEntries(read);
}

function readValue(value: unknown, { type, items = {} }: ArgumentSchema): unknown {
  if (type === "array") return readList(value, items);
  if (type === "string") return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  const isText = typeof value === "string" && (type === "integer" || type === "number" || type === "boolean");
  const read = isText ? parseJson(value) : value;
  return read === undefined ? value : read;
}

/** A list, from a list, its JSON text, or the text of its items separated by commas; an empty text and null are none. */
function readList(value: unknown, items: ArgumentSchema): unknown {
  if (typeof value !== "string") return Array.isArray(value) ? value.map((item) => readValue(item, items)) : value;
  const list = parseJson(value);
  if (Array.isArray(list)) return list.map((item) => readValue(item, items));
  if (list === null || value.trim() === "") return null;
  // An incomplete list is not an item.
  if (/^\s*[[{]/.test(value)) return value;
  const texts = typeof list === "string" ? list : value;
  return texts
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
