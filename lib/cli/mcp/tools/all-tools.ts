import type { Tool } from "../tool.ts";
import { markTool } from "./mark.ts";
import { pricesTool } from "./prices.ts";
import { readTool } from "./read.ts";
import { recommendationsTool } from "./recommendations.ts";
import { saveTool } from "./save.ts";
import { searchTool } from "./search.ts";
import { tagTool } from "./tag.ts";

export function allTools(): readonly Tool[] {
  return [searchTool, readTool, saveTool, tagTool(), markTool, pricesTool, recommendationsTool];
}
