import { translations } from "../language/language.ts";
import { slidesTexts } from "./slides-texts.ts";

const GONE = new Set(["not_found", "gone"]);
const LOCKED = new Set(["private", "forbidden"]);
const UNAVAILABLE = new Set([
  "network",
  "timeout",
  "name_not_resolved",
  "request_timeout",
  "too_early",
  "rate_limited",
  "upstream_error",
]);

/** Why a deck's metadata could not be fetched, and what to do, by the code of the API's `failure`. */
export function failureText(code = "unknown"): string {
  const t = translations(slidesTexts).failures;
  if (GONE.has(code)) return t.gone;
  if (LOCKED.has(code)) return t.locked;
  return UNAVAILABLE.has(code) ? t.unavailable : t.unreadable(code);
}
