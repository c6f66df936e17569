import type { BrokenCall } from "./fault.ts";

/**
 * Whether the broken call leaves unknown whether something was sent that is sent at most once: a write of its claim, or its
 * sending, unless the receiver refused it. A broken read leaves nothing unknown.
 */
export function mayBeUnknown(broken: BrokenCall | null): boolean {
  if (broken === null) return false;
  if (broken.isRepeated) return /^(?:Put|Update|Delete)/.test(broken.what);
  // SES says that it refused a mail. A connection that fails does not say how far the request came.
  return broken.way !== "throttled" && !(broken.way === "refused" && broken.what.startsWith("SendEmail"));
}
