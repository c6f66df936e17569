import type { Element, ParentNode } from "domhandler";
import { failureOfStatus } from "../../shared/outbound/request-failure.ts";
import type { PageError, PageErrorKind } from "../domain/crawl-error.ts";
import { firstIn, hasText, outermostIn, testIdOf } from "./page-tree.ts";
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

function isSkeleton(element: Element): boolean {
  return testIdOf(element) === "loading-skeleton" || /(?:^|\s)merSkeleton(?:\s|$)/.test(element.attribs.class ?? "");
}

/** Whether a document is a shell that no script has filled: it has placeholders, or no text in its main part. */
export function isShell(tree: ParentNode): boolean {
  const mains = outermostIn(tree, (element) => element.name === "main");
  const parts = mains.length === 0 ? [tree] : mains;
  return parts.every((part) => !hasText(part) || firstIn(part, isSkeleton) !== undefined);
}
