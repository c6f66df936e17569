import * as z from "zod/mini";
import { pageAnswer, pageQuery } from "../shared/http/pagination.ts";
import type { Routes } from "../shared/http/route.ts";
import { LANGUAGES } from "../shared/notices/languages.ts";
import { KIND_NAMES } from "../shared/notices/notice-kind.ts";

const noticeSchema = z.object({
  id: z.string(),
  kind: z.enum(KIND_NAMES),
  title: z.string(),
  /** Lines of plain text. */
  body: z.string(),
  /** Where to look: the address that it is about, else the console's screen. */
  url: z.string(),
  created_at: z.iso.datetime(),
});

export const noticesRoutes = {
  listNotices: {
    method: "GET",
    path: "/v1/notices",
    access: "user",
    scope: "read",
    summary:
      "Notices of prices, new books, sites that recommend ours and saved pages that are gone, newest first; for administrators also of failing searches and urgent alarms. A page may hold fewer than `limit` although others follow",
    query: z.object({
      ...pageQuery,
      /** Of titles and bodies; the stage's unless given. Notices that release 1.0.0 made are in English. */
      language: z.optional(z.enum(LANGUAGES)),
    }),
    answers: { 200: pageAnswer("notices", noticeSchema) },
    // Clients of 1.0.0 expect the refusal of those who are no administrators.
    refusals: { 403: ["forbidden"] },
  },
} as const satisfies Routes;
