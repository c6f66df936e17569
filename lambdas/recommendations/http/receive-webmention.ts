import { MAX_ADDRESS } from "../../shared/html/page-address.ts";
import { accepted } from "../../shared/http/answer.ts";
import { Rejected } from "../../shared/http/rejected.ts";
import { log } from "../../shared/log.ts";
import { sendOrLeave } from "../../shared/work/queue.ts";
import { reconcileAfterWait } from "../../shared/work/reconcile.ts";
import type { Mention } from "../domain/mention.ts";
import { mentionSource } from "../domain/mention-source.ts";
import { isOwnTarget } from "../domain/own-site.ts";
import { webUrl } from "../domain/web-url.ts";
import { webmentionReceiveMessageOf } from "../work/webmention-receive-message.ts";
import { readViewerAddress } from "./read-viewer-address.ts";
import type { RecommendationsOperation, RecommendationsServices } from "./services.ts";

/** Accepts a mention: the claim that a page links to one of ours. A worker verifies it later. */
export const receiveWebmention: RecommendationsOperation<"receiveWebmention"> = async (request, services) => {
  const { source, target } = request.body;
  refuseFaults(source, target, services.site.url);
  const now = services.clock.now();
  const address = await readViewerAddress(request, services.viewerSecret);
  const seconds = await services.rates.webmention(address, now);
  if (seconds !== null) throw tooMany(seconds);

  const from = mentionSource(source);
  const known = await services.mentions.known(from, target, now);
  const reason = await findDropReason(from.host, known, services);
  if (reason !== null) {
    log.warn("mention_dropped", { code: reason, host: from.host, correlation_id: request.correlationId });
    return accepted(undefined);
  }
  const delay = await services.rates.source(from.host, now);
  const reconcileAt = reconcileAfterWait(delay * 1_000, services.clock);
  const mentionRequest = { workId: services.newId(), now, reconcileAt };
  const mention = await services.mentions.request(from, target, mentionRequest, known);
  const message = webmentionReceiveMessageOf(mention);
  await sendOrLeave(services.webmentionReceiveQueue, "webmention-receive", message, request.correlationId, delay);
  return accepted(undefined);
};

/**
 * Why a mention is dropped; null when it is stored. The answer does not depend on it: otherwise a sender would try again,
 * and anonymous senders could measure the remaining capacity.
 */
async function findDropReason(
  host: string,
  known: Mention | null,
  { blockedHosts, mentionCounts }: RecommendationsServices,
): Promise<"host_blocked" | "mention_hidden" | "host_full" | "mentions_full" | null> {
  if (await blockedHosts.isBlocked(host)) return "host_blocked";
  if (known !== null) return known.isHidden ? "mention_hidden" : null;
  const admission = await mentionCounts.admit(host);
  return admission === "admitted" ? null : admission;
}

/** The checks of a receiver before its answer (W3C Webmention, 3.2.1). */
function refuseFaults(source: string, target: string, siteUrl: string): void {
  const [from, to] = [sentUrl(source), sentUrl(target)];
  if (from === null) throw refused("invalid_source", "source must be the address of a web page.");
  if (to === null) throw refused("invalid_target", "target must be the address of a web page.");
  if (withoutFragment(from) === withoutFragment(to)) {
    throw refused("same_source_and_target", "source and target must be two pages.");
  }
  if (!isOwnTarget(target, siteUrl)) throw refused("foreign_target", "target must be a page of this site.");
}

/**
 * The address in a text. Source and target are stored as they were sent; an address that the URL parser shortens is
 * rejected, since the stored text could be long.
 */
function sentUrl(text: string): string | null {
  return text.length <= MAX_ADDRESS ? webUrl(text) : null;
}

function withoutFragment(url: string): string {
  return url.replace(/#.*/, "");
}

function refused(code: string, detail: string): Rejected {
  return new Rejected(400, code, detail);
}

function tooMany(seconds: number): Rejected {
  return new Rejected(429, "rate_limited", "Too many mentions come from this address. Send it again later.", {
    headers: { "retry-after": String(seconds) },
  });
}
