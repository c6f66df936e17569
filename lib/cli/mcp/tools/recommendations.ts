import * as z from "zod/mini";
import type { Told } from "../tool.ts";
import { jsonLines, READS, tool } from "../tool.ts";

const MOST = 20;

export const recommendationsTool = tool({
  name: "recommendations",
  title: "Recommended sites",
  description: "The sites that the owner of this Magpie recommends, newest first, with the reason if one is given.",
  input: z.strictObject({
    page: z.optional(z.int().check(z.minimum(1), z.describe("The page of the list, from 1, which is read without it"))),
  }),
  scope: "read",
  annotations: READS,
  async call({ page = 1 }, { client, options }): Promise<Told> {
    const { recommendations, meta } = await client.recommendations.list({ page, limit: MOST }, options);
    const { pages, total, next } = meta.pagination;
    if (total === 0) return { text: "No site is recommended.", data: null };
    const left = Math.max(0, total - page * MOST);
    const rest = next === null ? "That is all." : `${left} remain: call recommendations with page ${next}.`;
    const sites = recommendations.map(({ title, url, description, excerpt, created_at }) => ({
      title,
      url,
      description,
      excerpt,
      recommended_at: created_at,
    }));
    return {
      text: `Page ${page} of ${pages}, of ${total} recommended sites. ${rest}`,
      data: sites.length === 0 ? null : jsonLines(sites),
    };
  },
});
