import { log } from "../../shared/log.ts";
import { backOffSeconds } from "../../shared/work/back-off.ts";
import { RetryLater } from "../../shared/work/message-outcome.ts";
import { reconcileAfterWait } from "../../shared/work/reconcile.ts";
import type { ReceivedMessage } from "../../shared/work/worker.ts";
import type { Look, Mention, MentioningSite } from "../domain/mention.ts";
import { checked, DAY_MS, WEBMENTION_BACK_OFF } from "../domain/mention.ts";
import { isOwnTarget } from "../domain/own-site.ts";
import { sourceHost } from "../domain/web-url.ts";
import { wellKnownSite } from "../domain/well-known-url.ts";
import { lookAtSource } from "../fetch/fetch-mention-source.ts";
import type { SiteAsker } from "../fetch/site-metadata.ts";
import { siteMetadata } from "../fetch/site-metadata.ts";
import type { MailServices } from "../mail/tell-administrators.ts";
import { isMailLeft, tellAdministrators } from "../mail/tell-administrators.ts";
import type { BlockedHostTable } from "../tables/blocked-host-table.ts";
import type { MentionTable } from "../tables/mention-table.ts";
import type { WebmentionReceiveMessage } from "./webmention-receive-message.ts";

/** What the looks at mentions work with. */
export interface ReceiveServices extends SiteAsker, MailServices {
  readonly mentions: MentionTable;
  readonly blockedHosts: BlockedHostTable;
  /** Receives after which SQS itself dead-letters a message. */
  readonly maxReceiveCount: number;
}

/**
 * Looks whether a mention is true, and tells the administrators of a site that has begun to recommend us. A message that
 * came late does nothing; one that came twice looks twice. A look during which a later request came counts, too.
 *
 * A source that can't be read ends no message: the schedule looks again the next day, and dead letters are for faults of
 * our own.
 */
export async function receiveMention(
  message: WebmentionReceiveMessage,
  services: ReceiveServices,
  received: ReceivedMessage,
): Promise<void> {
  const { mentions, clock } = services;
  const about = { mention_id: message.mentionId, correlation_id: received.correlationId };
  const seen = await mentions.get(message.mentionId);
  if (seen?.requestId !== message.requestId) {
    log.info("look_not_needed", about);
    return;
  }
  const host = sourceHost(seen.source);
  if (await services.blockedHosts.isBlocked(host)) {
    await mentions.remove(seen.id, "always");
    log.warn("mention_dropped", { ...about, code: "host_blocked", host });
    return;
  }
  const { look, code } = await lookAt(seen, services, received);
  // Who says it again and again must not keep looks from counting that take longer: what a look came to is reckoned from
  // what is known by its end.
  const latest = await mentions.get(seen.id);
  if (latest === null) return;
  const isLatest = latest.requestId === seen.requestId;
  const next = checked(latest, look, clock.now(), clock.wait(DAY_MS));
  const site = wellKnownSite(new URL(seen.source));
  const news = look.kind === "found" && site !== null && (await isMailLeft(next, site, services)) ? site : null;
  const saved = isLatest ? await mentions.save(next, news === null) : await mentions.saveSuperseded(next);
  log.info("mention_looked_at", { ...about, look: look.kind, code, status: next.status, saved });
  if (!saved || news === null) return;
  try {
    await tellAdministrators(next, news, services, received.receiveCount);
  } catch (error) {
    if (error instanceof RetryLater) await postpone(seen, error.delaySeconds, services);
    throw error;
  }
  if (isLatest) await mentions.finish(next);
}

/** The look, and why it did not find the mention; null if it did. */
async function lookAt(
  seen: Mention,
  services: ReceiveServices,
  { receiveCount }: ReceivedMessage,
): Promise<{ readonly look: Look; readonly code: string | null }> {
  // Those that are known stay true to their targets: an address that was ours when they were verified may have changed.
  if (seen.status === "new" && !isOwnTarget(seen.target, services.siteUrl)) {
    return { look: { kind: "not_found" }, code: "target_not_ours" };
  }
  const answer = await lookAtSource(seen, services.fetch);
  if (answer.kind === "found") return { look: { kind: "found", site: await siteOf(seen, services) }, code: null };
  // What is known already is not asked again for this request: the next one does, which comes the next day at the latest.
  // Its third failure in a row makes it gone, be it that somebody has said it three times during a short outage; the next
  // look that finds it brings it back.
  const mayPass = answer.kind === "busy" || (answer.transient && seen.status === "new");
  // The last receive but one, as everywhere: throttled pollers use up receives, too.
  if (mayPass && receiveCount < services.maxReceiveCount - 1) {
    const retryAfterSeconds = answer.kind === "busy" ? answer.retryAfterSeconds : null;
    const delay = backOffSeconds(WEBMENTION_BACK_OFF, receiveCount, retryAfterSeconds, services.random());
    await postpone(seen, delay, services);
    throw new RetryLater(answer.code, delay);
  }
  return { look: { kind: answer.kind }, code: answer.code };
}

/** Keeps the reconcile schedule from taking a mention for forgotten while its message waits. */
async function postpone(seen: Mention, delaySeconds: number, { mentions, clock }: ReceiveServices): Promise<void> {
  await mentions.postponeReconcile(seen, reconcileAfterWait(delaySeconds * 1_000, clock), 0);
}

/** What is shown of a mention: what the site says of itself now, else what it said before; its host for want of a title. */
async function siteOf({ source, site: before }: Mention, services: ReceiveServices): Promise<MentioningSite> {
  const { hostname } = new URL(source);
  const nothing: MentioningSite = { title: hostname, excerpt: null, featuredImage: null, favicon: null };
  const site = wellKnownSite(new URL(source));
  const found = site === null ? null : await siteMetadata(site.href, services);
  if (found === null) return before ?? nothing;
  const { title, excerpt, featuredImage, favicon } = found;
  return { title: title ?? hostname, excerpt, featuredImage, favicon };
}
