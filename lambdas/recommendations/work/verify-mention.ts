import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import type { NoticeWriter } from "../../shared/notices/notice-writer.ts";
import { canonicalHost } from "../../shared/outbound/canonical-host.ts";
import { backOffSeconds } from "../../shared/work/back-off.ts";
import { RetryLater } from "../../shared/work/message-outcome.ts";
import { reconcileAfterWait } from "../../shared/work/reconcile.ts";
import type { ReceivedMessage } from "../../shared/work/worker.ts";
import { recommendationIdOf } from "../domain/directory.ts";
import type { Mention, MentioningSite, Verification } from "../domain/mention.ts";
import { afterVerification, DAY_MS, WEBMENTION_BACK_OFF } from "../domain/mention.ts";
import { isOwnTarget } from "../domain/own-site.ts";
import { fetchMentionSource } from "../fetch/fetch-mention-source.ts";
import type { SiteMetadataServices } from "../fetch/fetch-site-metadata.ts";
import { fetchSiteMetadata } from "../fetch/fetch-site-metadata.ts";
import type { BlockedHostTable } from "../tables/blocked-host-table.ts";
import type { DirectoryTable } from "../tables/directory-table.ts";
import type { MentionTable } from "../tables/mention-table.ts";
import { mentionNotice } from "./mention-notice.ts";
import type { WebmentionReceiveMessage } from "./webmention-receive-message.ts";

export interface VerifyServices extends SiteMetadataServices {
  readonly mentions: MentionTable;
  readonly blockedHosts: BlockedHostTable;
  readonly directory: Pick<DirectoryTable, "read">;
  readonly notices: Pick<NoticeWriter, "put">;
  readonly siteUrl: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** The number of receives after which SQS dead-letters a message. */
  readonly maxReceiveCount: number;
}

/**
 * Verifies a mention, and makes a notice of a site that has begun to recommend ours. A late message does nothing; a
 * duplicate verifies twice. A verification during which another request arrived is valid, too.
 *
 * An unreadable source leaves no dead letter: the schedule verifies the mention again the next day, and dead letters are
 * reserved for errors on this side.
 */
export async function verifyMention(
  message: WebmentionReceiveMessage,
  services: VerifyServices,
  received: ReceivedMessage,
): Promise<void> {
  const { mentions, clock } = services;
  const about = { mention_id: message.mentionId, correlation_id: received.correlationId };
  const seen = await mentions.get(message.mentionId);
  if (seen?.workId !== message.requestId || seen.isHidden) {
    log.info("verification_not_needed", about);
    return;
  }
  const { host } = seen.source;
  if (await services.blockedHosts.isBlocked(host)) {
    await mentions.remove(seen.id, "unless_hidden");
    log.warn("mention_dropped", { ...about, code: "host_blocked", host });
    return;
  }
  const { verification, code } = await fetchVerification(seen, services, received);
  // A sender that repeats its Webmention must not invalidate slower verifications: the outcome is applied to the mention as
  // it is at the end of the verification.
  const latest = await mentions.get(seen.id);
  if (latest === null) return;
  const isLatest = latest.workId === seen.workId;
  const next = afterVerification(latest, verification, clock.now(), clock.wait(DAY_MS));
  // Before the outcome is saved: after a crash the same steps are repeated, and the notice exists once.
  if (latest.verifiedAt === null && verification.kind === "found") await noteSite(seen, verification.site, services);
  const saved = isLatest ? await mentions.save(next) : await mentions.saveSuperseded(next);
  log.info("mention_checked", { ...about, outcome: verification.kind, code, status: next.status, saved });
}

/** Makes the notice of a site whose list recommends us; an ordinary page has none. */
async function noteSite({ source: { site } }: Mention, found: MentioningSite, services: VerifyServices): Promise<void> {
  if (site === null) return;
  const isRecommended = recommendationIdOf(await services.directory.read(), site.href) !== null;
  await services.notices.put(mentionNotice(site, found, isRecommended, services.clock.now()));
}

/** The outcome, and the code of the reason why the link was not found; null if it was found. */
async function fetchVerification(
  seen: Mention,
  services: VerifyServices,
  { receiveCount }: ReceivedMessage,
): Promise<{ readonly verification: Verification; readonly code: string | null }> {
  // The target of a verified mention is not checked again: an address that was ours when it was verified may have changed.
  if (seen.status === "new" && !isOwnTarget(seen.target, services.siteUrl)) {
    return { verification: { kind: "not_found" }, code: "target_not_ours" };
  }
  const answer = await fetchMentionSource(seen, services.fetch);
  if (answer.kind === "found")
    return { verification: { kind: "found", site: await fetchSite(seen, answer.title, services) }, code: null };
  // A mention that was verified before is not requested again for this request, but by the next one, on the next day at the
  // latest. The third consecutive failure makes it gone (the second one if it is a status 404), even if it was sent that
  // often during a short outage; the next verification that finds the link restores it.
  const mayPass = answer.kind === "busy" || (answer.transient && seen.status === "new");
  // At the last receive but one, as in every worker: throttled pollers use up receives, too.
  if (mayPass && receiveCount < services.maxReceiveCount - 1) {
    const retryAfterSeconds = answer.kind === "busy" ? answer.retryAfterSeconds : null;
    const delay = backOffSeconds(WEBMENTION_BACK_OFF, receiveCount, retryAfterSeconds, services.random());
    await postpone(seen, delay, services);
    throw new RetryLater(answer.code, delay);
  }
  return { verification: { kind: answer.kind }, code: answer.code };
}

/** Postpones reconcile for a mention while its message waits. */
async function postpone(seen: Mention, delaySeconds: number, { mentions, clock }: VerifyServices): Promise<void> {
  await mentions.postponeReconcile(seen, reconcileAfterWait(delaySeconds * 1_000, clock), 0);
}

/**
 * The metadata that a list shows of a mention: the site's, else the earlier ones; else, for a page, its title; else the
 * host.
 */
async function fetchSite(
  { source, site: before }: Mention,
  pageTitle: string | null,
  services: VerifyServices,
): Promise<MentioningSite> {
  const host = canonicalHost(source.url);
  const nothing: MentioningSite = { title: pageTitle ?? host, excerpt: null, featuredImage: null, favicon: null };
  if (source.site === null) return nothing;
  const found = await fetchSiteMetadata(source.site.href, services);
  if (found === null) return before ?? nothing;
  const { siteName, title, excerpt, featuredImage, favicon } = found;
  return { title: siteName ?? title ?? host, excerpt, featuredImage, favicon };
}
