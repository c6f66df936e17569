import { isFull } from "../device/keep-item.ts";
import { texts, translations } from "./language.ts";

const messageTexts = texts({
  full: [
    "There is no space left on this device. Free some space, then try again.",
    "この端末の空き容量が足りません。空き容量を増やしてから、もう一度お試しください。",
  ],
});

/**
 * The message of what was thrown, for the screen or the browser's log. Nothing else of an error is logged: the errors of
 * `oidc-client-ts` hold the request that has failed, with the refresh token.
 */
export function messageOf(error: unknown): string {
  if (isFull(error)) return translations(messageTexts).full;
  return error instanceof Error ? error.message : String(error);
}
