import * as z from "zod/mini";

/** The settings on the wire. */
export const settingsSchema = z.object({
  /** Whether there is anything to recommend. */
  recommendations_enabled: z.boolean(),
  site: z.object({ title: z.string(), url: z.string(), description: z.nullable(z.string()) }),
});
