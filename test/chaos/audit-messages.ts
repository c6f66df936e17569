import type { Entry } from "./journal.ts";
import type { Row } from "./row.ts";
import { repeated, rowOf } from "./row.ts";

/** The delivery of a Webmention as the system lists it. */
export interface SeenDelivery {
  readonly recommendationId: string;
  readonly target: string;
  readonly status: "pending" | "sent" | "no_endpoint" | "failed";
}

/** What the Webmentions that were sent are audited with. Times are in milliseconds since 1970. */
export interface SentMentions {
  readonly deliveries: readonly SeenDelivery[];
  /** Those that the site accepted, with its usual answer. */
  readonly received: readonly { readonly target: string; readonly at: number }[];
  readonly interruptions: readonly number[];
}

/**
 * Audits the Webmentions about recommendations. Each announcement is told once; again only when the system was interrupted
 * between the site's answer and its record, since a Webmention may be repeated.
 */
export function auditDeliveries(
  entries: ReadonlyMap<string, readonly Entry[]>,
  { deliveries, received, interruptions }: SentMentions,
): Row {
  const all = [...entries.values()].flat();
  const known = new Set(deliveries.map(({ target }) => target));
  const told = Map.groupBy(received, ({ target }) => target);
  const lost: string[] = [];
  const toldTwice: string[] = [];
  for (const about of entries.values()) {
    const subject = String(about[0]?.subject);
    if (about.some(({ outcome }) => outcome === "accepted") && !known.has(subject)) lost.push(subject);
    // Each attempt of a request without a key may have been an announcement of its own.
    const announced = about
      .filter(({ outcome }) => outcome !== "refused")
      .reduce((sum, { verb, attempts }) => sum + (verb === "save" ? 1 : attempts), 0);
    const times = (told.get(subject) ?? []).map(({ at }) => at);
    const [first = 0, last = 0] = [Math.min(...times), Math.max(...times)];
    const interrupted = interruptions.filter((at) => at >= first && at <= last).length;
    if (times.length > announced + interrupted) toldTwice.push(`${subject}: ${times.length} of ${announced}`);
  }
  const inState = (...states: readonly SeenDelivery["status"][]) =>
    new Set(deliveries.filter(({ status }) => states.includes(status)).map(({ target }) => target));
  const accepted = all.filter(({ outcome }) => outcome === "accepted");
  const [sent, failed, pending] = [inState("sent"), inState("failed", "no_endpoint"), inState("pending")];
  return rowOf("Webmentions sent", all, {
    finished: accepted.filter(({ subject }) => sent.has(subject)).length,
    failed: accepted.filter(({ subject }) => failed.has(subject)).length,
    lost,
    doubled: repeated(deliveries.map(({ recommendationId, target }) => `${recommendationId} ${target}`)),
    stuck: [...pending],
    toldTwice,
  });
}

/** Audits Webmentions from another system. @param later those that were sent again at the end, when all was well */
export function auditMentions(
  entries: readonly Entry[],
  atFirst: readonly string[],
  later: readonly { readonly id: string; readonly source: string; readonly status: string }[],
): Row {
  const sources = new Set(atFirst);
  const accepted = entries.filter(({ outcome }) => outcome === "accepted");
  const verified = new Set(later.filter(({ status }) => status === "verified").map(({ source }) => source));
  return rowOf("Webmentions received", entries, {
    finished: accepted.filter(({ subject }) => verified.has(subject)).length,
    lost: accepted.filter(({ subject }) => !sources.has(subject)).map(({ subject }) => subject),
    doubled: repeated(later.map(({ source }) => source)),
    stuck: accepted.filter(({ subject }) => !verified.has(subject)).map(({ subject }) => subject),
  });
}

/** Audits the messages to people. @param posted ids of the notices at the webhook @param mailed texts of the mails */
export function auditNotices(notices: readonly string[], posted: readonly string[], mailed: readonly string[]): Row {
  return rowOf("notices", [], {
    accepted: notices.length,
    finished: new Set(posted).size,
    doubled: repeated(notices),
    toldTwice: [...repeated(posted), ...repeated(mailed)],
  });
}
