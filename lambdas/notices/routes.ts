import * as z from "zod/mini";
import { pageQuery } from "../shared/http/pagination.ts";
import type { Routes } from "../shared/http/route.ts";
import { NOTICE_KINDS } from "../shared/notices/notice.ts";

/** A notice on the wire. */
const noticeSchema = z.object({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  title: z.string(),
  /** Lines of plain text. */
  body: z.string(),
  /** Where to look: the address that it is about, else the console's screen. */
  url: z.string(),
  created_at: z.iso.datetime(),
});

/** The notices feature's routes. */
export const noticesRoutes = {
  listNotices: {
    method: "GET",
    path: "/v1/notices",
    access: "admin",
    summary:
      "Notices of prices, new books, failing searches, sites that recommend ours and saved pages that are gone, newest first",
    query: z.object(pageQuery),
    answers: {
      200: {
        description: "One page",
        body: z.object({ notices: z.array(noticeSchema), next_cursor: z.nullable(z.string()) }),
      },
    },
    refusals: { 400: ["invalid_cursor"] },
  },
} as const satisfies Routes;
