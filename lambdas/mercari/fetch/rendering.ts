import * as z from "zod/mini";
import type { OutboundFailure } from "../../shared/outbound/outbound-error.ts";
import type { SourcedPage } from "../readers/sourced-page.ts";

/** The renderer's argument: the page's address, and when the caller stops waiting (epoch milliseconds). */
export const renderRequest = z.object({ url: z.string(), deadline: z.number() });

export type RenderRequest = z.output<typeof renderRequest>;

const page = z.object({
  url: z.string(),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  html: z.string(),
  retryAfterSeconds: z.nullable(z.number()),
}) satisfies z.ZodMiniType<SourcedPage>;

// Lists the kinds by name, so that a new kind in the outbound fetch is a compile error until it is added here.
const kind = z.enum({
  invalid_url: "invalid_url",
  unsupported_scheme: "unsupported_scheme",
  blocked_address: "blocked_address",
  name_not_resolved: "name_not_resolved",
  network: "network",
  timeout: "timeout",
  too_large: "too_large",
  too_many_redirects: "too_many_redirects",
  undecodable_body: "undecodable_body",
} satisfies { readonly [K in OutboundFailure]: K });

/** The renderer's result: the page, or the fields of the `OutboundError` that ended the rendering. */
export const rendering = z.union([
  z.object({ ok: z.literal(true), page }),
  z.object({ ok: z.literal(false), kind, detail: z.string() }),
]);

export type Rendering = z.output<typeof rendering>;
