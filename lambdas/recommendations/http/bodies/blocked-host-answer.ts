import * as z from "zod/mini";
import type { BlockedHost } from "../../domain/blocked-host.ts";
import { blockableHost } from "../../domain/blocked-host.ts";

/** A host to block: in lower case, without characters that no host contains. */
export const blockedHostBody = z.object({
  host: z.pipe(
    z.string().check(
      z.refine((text) => blockableHost(text) !== null, {
        error: "must be a host such as blog.example, or an IP address, without scheme, port and path",
      }),
    ),
    z.transform((text: string) => blockableHost(text) ?? text),
  ),
});

export const blockedHostSchema = z.object({ host: z.string(), blocked_at: z.iso.datetime() });

export function blockedHostAnswer({ host, blockedAt }: BlockedHost): z.output<typeof blockedHostSchema> {
  return { host, blocked_at: blockedAt };
}
