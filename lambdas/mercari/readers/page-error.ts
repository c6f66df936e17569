import type { HTMLElement } from "node-html-parser";
import { failureOfStatus } from "../../shared/outbound/request-failure.ts";
import type { PageError, PageErrorKind } from "../domain/crawl-error.ts";
import { mainParts } from "./page-tree.ts";
import type { SourcedPage } from "./sourced-page.ts";

export function pageError(errorKind: PageErrorKind, page: SourcedPage): PageError {
  const isFailure = errorKind === "http_error" && failureOfStatus(page)?.kind === "transient";
  const transient = isFailure || errorKind === "truncated";
  return { kind: "error", errorKind, transient, retryAfterSeconds: page.retryAfterSeconds };
}

// Only Cloudflare's challenge pages match. `challenge-platform`, which Cloudflare adds to ordinary pages to check browsers,
// does not.
const CHALLENGE =
  /\b_cf_chl_opt\b|\bid=["']?challenge-(?:error-text|form|running|stage)\b|\bchallenges\.cloudflare\.com\/|<title>\s*(?:Just a moment\.\.\.|Attention Required!)/i;

/** Whether a page without listings is a bot challenge. */
export function isChallenge({ headers, html }: SourcedPage): boolean {
  return headers["cf-mitigated"] === "challenge" || CHALLENGE.test(html);
}

/** The error of a status that the reader does not accept; null for an accepted one. */
export function errorOfStatus(page: SourcedPage, isAnswer: (status: number) => boolean): PageError | null {
  const { status } = page;
  if (isAnswer(status)) return null;
  if (status === 403 || isChallenge(page)) return pageError("blocked", page);
  return pageError(status === 429 ? "rate_limited" : "http_error", page);
}

/** Whether the `Content-Type` names another format than HTML. */
export function isOtherThanHtml({ headers }: SourcedPage): boolean {
  const type = headers["content-type"] ?? "";
  return type !== "" && !/^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(type);
}

const SKELETON = '[data-testid="loading-skeleton"], .merSkeleton';

/** Whether a document is a shell that no script has filled: it has placeholders, or no text in its main part. */
export function isShell(tree: HTMLElement): boolean {
  const mains = mainParts(tree);
  const parts = mains.length === 0 ? [tree] : mains;
  return parts.every((part) => part.text.trim() === "" || part.querySelector(SKELETON) !== null);
}
