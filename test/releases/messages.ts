import type * as z from "zod/mini";
import { processingMessage } from "../../lambdas/bookmarks/work/processing-message.ts";
import { collectMessage } from "../../lambdas/books/work/request-run.ts";
import { mercariMessage } from "../../lambdas/mercari/work/request-crawl.ts";
import { recommendationMetadataMessage } from "../../lambdas/recommendations/work/request-refresh.ts";
import { webmentionReceiveMessage } from "../../lambdas/recommendations/work/webmention-receive-message.ts";
import { webmentionSendMessage } from "../../lambdas/recommendations/work/webmention-send-message.ts";
import { fetchMessage } from "../../lambdas/slides/fetch-message.ts";

/** The messages of each queue, as its consumer parses them. */
export const MESSAGES: Readonly<Record<string, z.ZodMiniType>> = {
  "bookmark-processing": processingMessage,
  "books-collect": collectMessage,
  "mercari-crawl": mercariMessage,
  "oembed-fetch": fetchMessage,
  "recommendation-metadata": recommendationMetadataMessage,
  "webmention-receive": webmentionReceiveMessage,
  "webmention-send": webmentionSendMessage,
};
