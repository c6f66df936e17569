import * as z from "zod/mini";

export const settingsSchema = z.object({
  /** Whether there are recommendations. */
  recommendations_enabled: z.boolean(),
  site: z.object({
    title: z.string(),
    url: z.string(),
    description: z.nullable(z.string()),
    icon: z.nullable(z.string()),
    logo: z.nullable(z.string()),
    accent_color: z.nullable(z.string()),
  }),
});
