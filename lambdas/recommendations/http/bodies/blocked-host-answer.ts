import * as z from "zod/mini";
import type { BlockedHost } from "../../domain/blocked-host.ts";
import { blockableHost } from "../../domain/blocked-host.ts";

/** A host that is to be blocked: in lower case, without what belongs to no host. */
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

/** A blocked host on the wire. */
export const blockedHostSchema = z.object({ host: z.string(), blocked_at: z.iso.datetime() });

/** Turns a blocked host into its form on the wire. */
export function blockedHostAnswer({ host, blockedAt }: BlockedHost): z.output<typeof blockedHostSchema> {
  return { host, blocked_at: blockedAt };
}
