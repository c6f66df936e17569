import { isDerivedId } from "../../../shared/derived-id.ts";
import { ok } from "../../../shared/http/answer.ts";
import { notFound, writeConflict } from "../../../shared/http/rejected.ts";
import { sendOrLeave } from "../../../shared/work/queue.ts";
import { reconcileAfter } from "../../../shared/work/reconcile.ts";
import { isExpired } from "../../domain/mention.ts";
import { webmentionReceiveMessageOf } from "../../work/webmention-receive-message.ts";
import { mentionAnswer } from "../bodies/mention-answer.ts";
import type { RecommendationsOperation } from "../services.ts";

const MAX_WRITE_ATTEMPTS = 5;

/**
 * Hides a mention, or shows it again. A hidden mention is kept unchanged, so that neither a verification, nor its expiry,
 * nor the same mention sent again makes it visible. A mention that is shown again is verified like a new one.
 */
export const updateMention: RecommendationsOperation<"updateMention"> = async (
  { params: { id }, body: { hidden }, correlationId },
  { mentions, webmentionReceiveQueue, clock, newId },
) => {
  // A verification may end between the read and the write.
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
    const now = clock.now();
    const seen = isDerivedId(id) ? await mentions.get(id) : null;
    if (seen === null || isExpired(seen, now)) throw notFound("mention");
    if (seen.isHidden === hidden) return ok(mentionAnswer(seen));
    const saved = hidden
      ? await mentions.hide(seen, newId())
      : await mentions.show(seen, { workId: newId(), now, reconcileAt: reconcileAfter(now, clock) });
    if (saved === null) continue;
    if (!hidden) {
      const message = webmentionReceiveMessageOf(saved);
      await sendOrLeave(webmentionReceiveQueue, "webmention-receive", message, correlationId);
    }
    return ok(mentionAnswer(saved));
  }
  throw writeConflict("mention");
};
