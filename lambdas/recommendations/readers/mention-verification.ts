import { MAX_ADDRESS } from "../../shared/html/page-address.ts";
import type { OutboundHead } from "../../shared/outbound/outbound-fetch.ts";
import { isHtml } from "./html-page.ts";
import type { MentionTarget } from "./mention-target.ts";
import { mentionTarget } from "./mention-target.ts";
import { isInFeed } from "./mentioned-in-feed.ts";
import { isInHtml } from "./mentioned-in-html.ts";
import { isInText } from "./mentioned-in-text.ts";
import { untrackedAddress } from "./untracked-address.ts";

/** The successful response of a mention's source. */
export interface MentionSource extends Pick<OutboundHead, "url" | "mediaType"> {
  /** The decoded text, or as much of it as was read. */
  readonly body: string;
}

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body.startsWith("\ufeff") ? body.slice(1) : body);
  } catch {
    return null;
  }
}

/** Whether a text is an address and nothing else. */
function isAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS && /^https?:\/\/\S+$/.test(text);
}

function isInJson(body: string, { written, address }: MentionTarget): boolean {
  // A list instead of recursion, since the nesting of an untrusted document has no limit.
  const waiting: unknown[] = [parsedJson(body)];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null) continue;
    for (const inner of Object.values(value)) {
      if (inner === written) return true;
      if (typeof inner === "string" && isAddress(inner) && untrackedAddress(inner) === address) return true;
      if (typeof inner === "object") waiting.push(inner);
    }
  }
  return false;
}

// Markdown's links, images and references are addresses between characters that end a word.
const TEXT = new Set(["text/plain", "text/markdown", "text/x-markdown"]);

/**
 * Whether a source mentions a target (W3C Webmention, 3.2.2): in HTML by a link, an image or the like; in a feed by a link,
 * or in the content of an entry; in JSON by a value; in plain text and Markdown by a word. Tracking parameters of either
 * address are ignored. Other media types never match.
 *
 * @returns "gone" also for a page that states that it is gone. Never throws, at any depth.
 */
export function verifiedMention({ url, mediaType, body }: MentionSource, written: string): "found" | "gone" {
  const target = mentionTarget(written);
  if (target === null) return "gone";
  const isJson = mediaType === "application/json" || mediaType.endsWith("+json");
  // Outlines have a type of their own, which no registry has; ours are sent so, too.
  const isXml = /[/+]xml$/.test(mediaType) || mediaType === "text/x-opml";
  const isFound =
    (isHtml(mediaType) && isInHtml(body, url, target)) ||
    (isJson && isInJson(body, target)) ||
    (isXml && isInFeed(body, url, target)) ||
    (TEXT.has(mediaType) && isInText(body, target));
  return isFound ? "found" : "gone";
}
