import type { BrowserContext } from "playwright-core";
import { ownAnswer } from "../../client/chromium.ts";

/** Markup that would run a script, in a text that also turns the direction of what follows. */
export const MARKUP = `\u202E<img src=x onerror="window.ran=1"><svg onload="window.ran=1"><script>window.ran=1</script>`;

/** Addresses that must become neither a link nor an image nor a frame. */
export const ADDRESSES = [
  "javascript:window.ran=1",
  "JaVaScRiPt:window.ran=1//https://speakerdeck.com/player/0123456789abcdef0123456789abcdef",
  " \tjava\nscript:window.ran=1",
  "data:text/html,<script>window.ran=1</script>",
  "vbscript:window.ran=1",
  "blob:https://blog.example/0000",
  "file:///etc/passwd",
  "https://window.ran=1:no-port/",
] as const;

/** A text that only hostile values have. */
export const HOSTILE = /window\.ran=1|vbscript:|blob:|\/etc\/passwd/;

/** Fields that programs read, and people do not: ids, cursors, states, codes and kinds. */
const KEPT =
  /^(?:id|.*_id|.*cursor|.*status|state|provider|outcome|kind|interval|code|error_code|error_kind|created_from|language|.*type)$/;
const TIME = /^\d{4}-\d\d-\d\d/;

/** Replaces each text and each address in every answer of the API by hostile ones, whatever field it is in. */
export async function answerHostilely(context: BrowserContext, api: string): Promise<void> {
  let addresses = 0;
  const hostile = (value: unknown, key = ""): unknown => {
    if (Array.isArray(value)) return value.map((each) => hostile(each, key));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hostile(inner, name)]));
    }
    if (typeof value !== "string" || KEPT.test(key) || TIME.test(value)) return value;
    if (!URL.canParse(value)) return `${MARKUP} ${value}`;
    addresses += 1;
    return ADDRESSES[addresses % ADDRESSES.length];
  };
  await context.route(`${api}/v1/**`, async (route) => {
    const response = await ownAnswer(route);
    if (response.status() !== 200) return route.fulfill({ response });
    return route.fulfill({ response, json: hostile(await response.json()) });
  });
}
